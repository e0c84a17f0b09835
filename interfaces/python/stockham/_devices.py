"""The list of devices, and the choice of the device that transforms numpy arrays."""

from __future__ import annotations

import contextlib
import os
import threading
from typing import Any, Iterator, Sequence, Union

from . import _stockham
from ._errors import refused

Choice = Union[str, int, "Device", None]
Choices = Union[Choice, Sequence[Choice]]


class Device:
    """An OpenCL device. It can be pickled: another process finds the device with the same platform, name and number, or
    raises ArgumentError.

    Attributes
    ----------
    name, vendor, platform, driver, architecture : str
        As OpenCL reports them.
    kind : str
        ``"gpu"``, ``"cpu"`` or ``"other"``.
    int_ptr : int
        Its ``cl_device_id``, as pyopencl's ``Device.int_ptr``.
    """

    def __init__(self, int_ptr: int) -> None:
        self.int_ptr = int_ptr
        known = _stockham.describe(int_ptr)
        self.name: str = known.name
        self.vendor: str = known.vendor
        self.platform: str = known.platform
        self.driver: str = known.driver
        self.architecture: str = known.architecture
        self.kind: str = known.kind
        self.has_double: bool = known.has_double
        self.compute_units: int = known.compute_units
        self.local_memory: int = known.local_memory
        self.max_allocation: int = known.max_allocation
        self.global_memory: int = known.global_memory

    def __repr__(self) -> str:
        return f"<stockham.Device {self.name!r} on {self.platform!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and other.int_ptr == self.int_ptr

    def __hash__(self) -> int:
        return hash(self.int_ptr)

    def __reduce__(self) -> tuple[Any, tuple[str, str, int]]:
        """Pickles the platform, the name, and the number among devices that share both, because a handle is valid only in
        its process."""
        alike = _devices_like(self.platform, self.name)
        if self not in alike:
            raise TypeError(f"cannot pickle {self!r}: stockham.devices() does not list it")
        return _listed_device, (self.platform, self.name, alike.index(self))


class _Chosen(threading.local):
    """The device of this thread, as set by `using_device`."""

    device: Device | None = None


_chosen = _Chosen()
_default: Device | None = None
_known: dict[int, Device] = {}
_sessions: dict[int, _stockham.Session] = {}
# Plans, and likewise kernels, that their contexts keep.
_kept_plans = 128
_lock = threading.Lock()


def device_of(int_ptr: int) -> Device:
    device = _known.get(int_ptr)
    if device is None:
        device = _known.setdefault(int_ptr, Device(int_ptr))
    return device


def devices() -> list[Device]:
    """All OpenCL devices: usable devices first, GPUs before CPUs, faster devices first.

    Returns
    -------
    list of Device

    Examples
    --------
    >>> import stockham
    >>> all(d.kind in ("gpu", "cpu", "other") for d in stockham.devices())
    True
    """
    return [device_of(each) for each in _stockham.devices()]


def _devices_like(platform: str, name: str) -> list[Device]:
    return [each for each in devices() if (each.platform, each.name) == (platform, name)]


def _listed_device(platform: str, name: str, number: int) -> Device:
    """Finds a pickled device."""
    alike = _devices_like(platform, name)
    if number >= len(alike):
        known = ", ".join(map(repr, devices())) or "none"
        raise refused("device", f"this process has no device {name!r} number {number} on {platform!r}; it has: {known}")
    return alike[number]


def find_device(choice: Choice = None) -> Device:
    """The device selected by `choice`.

    Parameters
    ----------
    choice : str, int, Device or None
        An index into `devices`, ``"gpu"``, ``"cpu"``, or a part of the name of the device or its platform. None: the value
        of the environment variable ``STOCKHAM_DEVICE``, or else the first device.

    Raises
    ------
    ArgumentError
        If there is no such device. The message lists the devices.
    """
    if isinstance(choice, Device):
        return choice
    return device_of(_stockham.choose_device("" if choice is None else str(choice)))


def find_devices(choices: Choices, needs_double: bool) -> list[Device]:
    """The devices of a job: one choice or several, None for the device of this thread, "all" for all usable devices and only
    the first of several CPUs, which are one CPU in several runtimes."""
    if choices is None:
        return [get_device()]
    if choices == "all":
        found = [each for each in devices() if _stockham.describe(each.int_ptr).usable]
        found = [each for each in found if each.has_double or not needs_double]
        cpu = next((each for each in found if each.kind == "cpu"), None)
        found = [each for each in found if each.kind != "cpu" or each is cpu]
        if not found:
            raise refused("devices", "no device is usable" + " for double precision" * needs_double)
        return found
    if isinstance(choices, (str, int, Device)):
        return [find_device(choices)]
    found = [find_device(each) for each in choices]
    if not found:
        raise refused("devices", "a job needs at least one device")
    return found


def device_in_turn(number: int) -> Device:
    """The device of a process with this number on its host: ``STOCKHAM_DEVICE`` if it is set, else the host's usable GPUs in
    turn, or its other devices if it has no GPU."""
    if os.environ.get("STOCKHAM_DEVICE"):
        return find_device()
    usable = [each for each in devices() if _stockham.describe(each.int_ptr).usable]
    found = [each for each in usable if each.kind == "gpu"] or usable
    return found[number % len(found)] if found else find_device()


def chosen_device() -> Device | None:
    """The device that this thread or the process has chosen; None if it has not."""
    return _chosen.device or _default


def get_device() -> Device:
    """The device that transforms numpy arrays in this thread."""
    global _default
    if _chosen.device is not None:
        return _chosen.device
    if _default is None:
        _default = find_device()
    return _default


def set_device(choice: Choice) -> Device:
    """Chooses the device that transforms numpy arrays in all threads; see `find_device`."""
    global _default
    _default = find_device(choice)
    return _default


@contextlib.contextmanager
def using_device(choice: Choice) -> Iterator[Device]:
    """A context manager that chooses the device for numpy arrays in this thread.

    Examples
    --------
    >>> import stockham
    >>> with stockham.using_device("cpu") as device:  # doctest: +SKIP
    ...     stockham.fft.fft([1, 2, 3, 4])
    """
    before = _chosen.device
    _chosen.device = find_device(choice)
    try:
        yield _chosen.device
    finally:
        _chosen.device = before


def session_of(device: Device) -> _stockham.Session:
    """The session for numpy arrays on a device, opened at the first use."""
    session = _sessions.get(device.int_ptr)
    if session is None:
        with _lock:
            session = _sessions.get(device.int_ptr)
            if session is None:
                session = _stockham.Session(device.int_ptr)
                session.keep(_kept_plans)
                _sessions[device.int_ptr] = session
    return session


def keep_plans(most: int) -> None:
    """Limits the plans, and likewise the kernels, that the contexts for numpy arrays keep."""
    global _kept_plans
    with _lock:
        _kept_plans = most
        for session in _sessions.values():
            session.keep(most)


def trim_buffers() -> None:
    """Releases the idle device memory for numpy arrays."""
    for session in list(_sessions.values()):
        session.trim()


def clear_sessions() -> None:
    """The same, and drops the kernels that no plan uses."""
    for session in list(_sessions.values()):
        session.clear()
