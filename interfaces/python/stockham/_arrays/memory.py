"""Memory of pyopencl objects: handles of buffers, or addresses of shared virtual memory, which OpenCL neither checks nor keeps
while commands use it. Imports no pyopencl, which may be missing."""

from __future__ import annotations

import atexit
import contextlib
import struct
import threading
from typing import Any, Iterable, Iterator, Union

import numpy as np

from .. import _stockham
from .._errors import UnsupportedError, refused

#: The handle of a buffer, 0 for none, or an address.
MemoryArgument = Union[int, _stockham.Address]

_FINE_GRAIN_SYSTEM = 1 << 2  # CL_DEVICE_SVM_FINE_GRAIN_SYSTEM


class _Chosen(threading.local):
    """The queue of this thread, as set by `using_queue`."""

    queue: Any = None


_chosen = _Chosen()


@contextlib.contextmanager
def using_queue(queue: Any) -> Iterator[Any]:
    """A context manager that chooses the queue for `pyopencl.SVM` objects in this thread. Memory that was allocated for a queue
    keeps that queue, and so do pyopencl arrays and plans made for a queue.

    Parameters
    ----------
    queue : pyopencl.CommandQueue
        A queue of the context that the memory belongs to.

    Examples
    --------
    >>> import stockham
    >>> with stockham.using_queue(queue):  # doctest: +SKIP
    ...     y = stockham.fft.fft(pyopencl.SVM(x))  # a pyopencl array in shared virtual memory
    """
    before = _chosen.queue
    _chosen.queue = queue
    try:
        yield queue
    finally:
        _chosen.queue = before


def chosen_queue() -> Any:
    return _chosen.queue


def base_of(thing: Any) -> Any:
    """The memory of a pyopencl array; any other object itself."""
    return getattr(thing, "base_data", thing)


def is_shared(base: Any) -> bool:
    """True for pyopencl's objects in shared virtual memory."""
    return hasattr(base, "svm_ptr")


def handle_of(thing: Any) -> int:
    """The handle of a pyopencl object, 0 for None, or `thing` itself if it is a handle."""
    if thing is None:
        return 0
    if isinstance(thing, int):
        if not 0 <= thing < 1 << 8 * struct.calcsize("P"):
            raise refused("handle", f"no OpenCL object has the handle {thing}")
        return thing
    try:
        return int(base_of(thing).int_ptr)
    except AttributeError:
        raise TypeError(f"{type(thing).__name__} is neither a pyopencl object nor a handle") from None


def _start(base: Any) -> int:
    return int(base.svm_ptr if is_shared(base) else base.int_ptr)


def same_start(x: Any, out: Any) -> bool:
    """Whether two pyopencl arrays begin at the same offset of the same memory."""
    return out is x or (x.offset == out.offset and same_base(x, out))


def same_base(x: Any, out: Any) -> bool:
    """True for two pyopencl arrays in one buffer, or in shared virtual memory from the same address."""
    return _start(x.base_data) == _start(out.base_data)


def _allocation_of(base: Any) -> Any:
    """The allocation that an SVM object refers to, or the array that owns its memory."""
    owner = getattr(base, "mem", base)
    while isinstance(owner, np.ndarray) and owner.base is not None:
        owner = owner.base
    return owner


def queue_of_memory(base: Any) -> Any:
    """The queue that the memory was allocated for, after whose commands it is freed; or None."""
    return getattr(_allocation_of(base), "_queue", None)


def check_device(device: Any) -> int:
    """The device's capabilities. Raises UnsupportedError if it has no shared virtual memory."""
    try:
        capabilities = int(device.svm_capabilities)
    except Exception:  # pyopencl's error for a query that OpenCL 1.2 does not know
        capabilities = 0
    if capabilities == 0:
        error = UnsupportedError(f"the device {device.name!r} has no shared virtual memory; pass a buffer")
        error.rule = "shared memory"
        raise error
    return capabilities


def memory_of(name: str, thing: Any, needed: int, queue: Any) -> MemoryArgument:
    """The memory of a pyopencl object or a handle, for an execution on `queue` (a pyopencl queue, or a handle) that uses
    `needed` bytes. Raises an error for shared virtual memory that is released, too small or of another context, as far as
    pyopencl knows. The library checks buffers."""
    base = base_of(thing)
    if not is_shared(base):
        return handle_of(thing)
    if not base.svm_ptr:
        raise refused(name, "the shared virtual memory is released")
    if base.size is not None and base.size < needed:
        raise refused(name, f"the shared virtual memory has {base.size} bytes; {needed} are needed")
    if not isinstance(queue, int):
        capabilities = check_device(queue.device)
        own = queue_of_memory(base)
        contexts = [getattr(thing, "context", None), None if own is None else own.context]
        if any(each is not None and each != queue.context for each in contexts):
            raise refused(name, "the shared virtual memory belongs to another context")
        if isinstance(_allocation_of(base), np.ndarray) and not capabilities & _FINE_GRAIN_SYSTEM:
            raise refused(name, "the numpy array is in ordinary host memory, which this device cannot use as shared virtual "
                                "memory; allocate it by pyopencl.csvm_empty")
    return _stockham.Address(base.svm_ptr)


def keep_until(event: int, queue: int, things: Iterable[Any]) -> None:
    """Keeps shared virtual memory until an event of `queue`, a handle, is complete. Memory that was allocated for this queue
    needs no care: its release is a command of the queue."""
    kept = []
    for base in map(base_of, things):
        if is_shared(base):
            own = queue_of_memory(base)
            if own is None or own.int_ptr != queue:
                kept.append(base)
    if kept:
        _stockham.keep_until(event, kept)


atexit.register(_stockham.stop_releasing)
