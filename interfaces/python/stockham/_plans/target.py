"""Where a plan or a batch is executed: on the caller's queue or handles, or on the device for numpy arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import _devices, _stockham
from .._arrays.memory import handle_of
from .._errors import refused


class Target(NamedTuple):
    """Handles of a context and a device. `session` is that of numpy arrays; None if the caller chose a queue or handles."""

    context: int
    device: int
    session: _stockham.Session | None


def check_target(queue: Any, context: int | None, device: int | None) -> None:
    """Raises ArgumentError unless they are a pyopencl queue, both handles, or nothing."""
    if queue is not None and not (hasattr(queue, "context") and hasattr(queue, "device")):
        raise refused("queue", f"{type(queue).__name__} is not a pyopencl.CommandQueue")
    if (context is None) != (device is None):
        raise refused("context" if context is None else "device", "must be given if the other handle is given")


def target_of(queue: Any, context: int | None, device: int | None) -> Target:
    """The target of checked arguments."""
    if queue is not None:
        context, device = queue.context.int_ptr, queue.device.int_ptr
    elif context is None:
        session = _devices.session_of(_devices.get_device())
        return Target(session.context, session.device, session)
    return Target(handle_of(context), handle_of(device), None)
