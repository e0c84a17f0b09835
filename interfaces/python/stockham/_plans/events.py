"""The events of executions."""

from __future__ import annotations

from typing import Any, NoReturn

from .. import _stockham


class Event:
    """An OpenCL event, for executions on raw handles. It owns the handle and cannot be copied or pickled."""

    def __init__(self, int_ptr: int) -> None:
        self.int_ptr = int_ptr

    def wait(self) -> None:
        """Waits for the execution."""
        _stockham.wait_for(self.int_ptr)

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("cannot copy or pickle a stockham.Event, which owns an OpenCL handle of this process")

    def __del__(self) -> None:
        _stockham.release_event(self.int_ptr)


def event_of(queue: Any, int_ptr: int) -> Any:
    """The event of an execution on `queue`: pyopencl's if the queue is, an `Event` if it is a handle."""
    if isinstance(queue, int):
        return Event(int_ptr)
    import pyopencl

    return pyopencl.Event.from_int_ptr(int_ptr, retain=False)
