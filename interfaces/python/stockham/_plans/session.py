"""Sessions: one owner of a device, its memory and the way to it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _devices, _stockham
from .._arrays.host import HOST
from .._arrays.packing import address
from .._errors import refused
from .._options import text, whole
from .operands import Memory


class Session:
    """A device with a context, an in-order queue, and what they keep: buffers, compiled kernels and plans.

    The functions of `stockham.fft` share one session for each device. Another one has limits of its own, or uses the
    context or the queue of pyopencl objects. All methods are thread-safe.

    Parameters
    ----------
    device : str, int, Device or None
        See `find_device`. Without one, the device of this thread.
    queue : pyopencl.CommandQueue, optional
        An in-order queue, whose context and device the session uses.
    context : pyopencl.Context, optional
        A context; its first device is used.
    memory : int
        Bytes of device memory that the session may use. 0: those of ``STOCKHAM_MEMORY``, else nine tenths of the device's
        memory, and half as much on a CPU, whose memory is the host's.
    plans : int
        Plans that `run` keeps.

    Examples
    --------
    >>> import numpy as np, stockham
    >>> session = stockham.Session()
    >>> session.run("c2c f32 8", np.ones(8, np.complex64))[0]
    np.complex64(8+0j)
    """

    def __init__(self, device: _devices.Choice = None, *, queue: Any = None, context: Any = None, memory: int = 0,
                 plans: int = 32) -> None:
        given = [name for name, each in (("device", device), ("queue", queue), ("context", context)) if each is not None]
        if len(given) > 1:
            raise refused(given[1], f"a session takes one of device, queue and context, not {' and '.join(given)}")
        for name, each in (("queue", queue), ("context", context)):
            if each is not None and not isinstance(getattr(each, "int_ptr", None), int):
                raise refused(name, f"{type(each).__name__} is no object of pyopencl")
        chosen = 0
        if not given or device is not None:
            chosen = (_devices.get_device() if device is None else _devices.find_device(device)).int_ptr
        self._native = _stockham.Session(chosen, context.int_ptr if context is not None else 0,
                                         queue.int_ptr if queue is not None else 0, whole("memory", memory),
                                         whole("plans", plans, 1))

    @property
    def device(self) -> _devices.Device:
        """The device."""
        return _devices.device_of(self._native.device)

    @property
    def context(self) -> int:
        """The ``cl_context``, as pyopencl's ``Context.int_ptr``. It belongs to the session."""
        return self._native.context

    @property
    def queue(self) -> int:
        """The ``cl_command_queue`` of the session, in the same way."""
        return self._native.queue

    @property
    def usable_memory(self) -> int:
        """Bytes that buffers of the session may have in all at this moment: its limit, less what other sessions of the
        process use on the device."""
        return self._native.usable_memory

    @property
    def max_allocation(self) -> int:
        """Bytes of the largest buffer."""
        return self._native.max_allocation

    @property
    def shares_host_memory(self) -> bool:
        """Whether the device's memory is the host's."""
        return self._native.shares_host_memory

    @property
    def idle_bytes(self) -> int:
        """Bytes of buffers that the session keeps for later use."""
        return self._native.idle_bytes

    def shortage(self, problem: str) -> str:
        """Why the device cannot hold the input, the output and the workspace of a problem; empty if it can."""
        return self._native.shortage_of(_stockham.read_transform(text("problem", problem)))

    def run(self, problem: str, x: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
        """Transforms a C-contiguous numpy array of the problem's type and size.

        Parameters
        ----------
        problem : str
            The problem string. Its plan is kept.
        x : ndarray
            The input. On a CPU, the device computes in arrays that begin at multiples of 128 bytes, without a copy.
        out : ndarray, optional
            The output. By default a new array; in place, `x`.

        Returns
        -------
        ndarray
            `out`.

        Raises
        ------
        UnsupportedError
            With the rule ``"memory"`` if the device has too little memory.
        """
        operands = Memory(text("problem", problem))
        operands.check("input", x)
        if out is None:
            out = operands.new_output(HOST, x)
        else:
            operands.check("output", out)
            if not out.flags.writeable:
                raise ValueError("output array is read-only")
            if operands.description.in_place != Memory.are_in_place(x, out):
                raise refused("output", "in place, the output must be the input; else it must be another array")
        self._native.run_transform(operands.description, address(x), address(out))
        return out

    def upload(self, buffer: Any, x: np.ndarray, offset: int = 0) -> None:
        """Copies a C-contiguous array to a pyopencl buffer, from byte `offset` on. Commands enqueued later on the session's
        queue find the data."""
        self._native.upload(_buffer(buffer), whole("offset", offset), address(_contiguous(x)), x.nbytes)

    def download(self, buffer: Any, x: np.ndarray, offset: int = 0) -> None:
        """Copies from a pyopencl buffer to a C-contiguous array, after all commands of the session's queue, and waits."""
        if not x.flags.writeable:
            raise ValueError("the array is read-only")
        self._native.download(_buffer(buffer), whole("offset", offset), address(_contiguous(x)), x.nbytes)

    def finish(self) -> None:
        """Waits for all commands of the session's queue."""
        self._native.finish()

    def trim(self) -> None:
        """Releases idle buffers."""
        self._native.trim()

    def clear(self) -> None:
        """Releases idle buffers and the plans, kernels and tables that nothing uses."""
        self._native.clear()


def _buffer(buffer: Any) -> int:
    found = getattr(buffer, "base_data", buffer)
    if not isinstance(getattr(found, "int_ptr", None), int):
        raise refused("buffer", f"{type(buffer).__name__} is no buffer of pyopencl")
    return int(found.int_ptr)


def _contiguous(x: np.ndarray) -> np.ndarray:
    if not isinstance(x, np.ndarray) or not x.flags.c_contiguous:
        raise refused("x", "must be a C-contiguous numpy array")
    return x
