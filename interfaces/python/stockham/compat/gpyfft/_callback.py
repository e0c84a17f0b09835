"""clFFT's callbacks as callbacks of this library: the client's source with a function that calls it."""

from __future__ import annotations

from typing import Any

import pyopencl as cl

from ..._errors import ArgumentError, UnsupportedError


class Callback:
    """A callback's name, source and buffer. It keeps the buffer alive."""

    def __init__(self, name: bytes | str, text: bytes | str, local_bytes: int, user_data: Any) -> None:
        buffers = [] if user_data is None else [user_data] if isinstance(user_data, cl.MemoryObjectHolder) else list(user_data)
        if len(buffers) > 1:
            raise UnsupportedError(f"user_data: a callback has at most one buffer, not {len(buffers)}")
        if local_bytes:
            raise UnsupportedError("local_mem_size: callbacks with local memory are not supported")
        self._name, self._text, self._buffers = _as_text(name), _as_text(text), buffers
        if not self._name or not self._text:
            raise ArgumentError("func_name, func_string: a callback must have a name and a source")

    @property
    def data(self) -> int:
        """The buffer's handle, or 0."""
        return int(self._buffers[0].int_ptr) if self._buffers else 0

    def loading(self, real: bool) -> str:
        """The source of an `on_load` that calls the callback."""
        call = f"{self._name}((global void*)input, (uint)place, (global void*)user)"
        value = f"(element)({call}, 0)" if real else call
        return (f"{self._text}\nelement on_load(global const void* input, ulong place, global const void* user)\n"
                f"{{\n    return {value};\n}}\n")

    def storing(self, real: bool) -> str:
        """The source of an `on_store` that calls the callback."""
        return (f"{self._text}\nvoid on_store(global void* output, ulong place, element value, global void* user)\n"
                f"{{\n    {self._name}(output, (uint)place, user, {'value.x' if real else 'value'});\n}}\n")


def _as_text(given: bytes | str) -> str:
    return given.decode() if isinstance(given, bytes) else given
