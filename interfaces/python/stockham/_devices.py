"""Devices: their list, the one that numpy arrays are transformed on, and how it is chosen."""

from __future__ import annotations

import contextlib
import threading
from typing import Any, Iterator, Union

from . import _stockham
from ._errors import refused

Choice = Union[str, int, "Device", None]


class Device:
    """An OpenCL device. It can be pickled: another process finds the device of the same platform, name and number, or raises
    ArgumentError.

    Attributes
    ----------
    name, vendor, platform, driver, architecture : str
        What OpenCL says of it.
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
        """Pickles the platform, the name, and the number among devices that share both, because a handle is valid in one
        process only."""
        alike = _devices_like(self.platform, self.name)
        if self not in alike:
            raise TypeError(f"cannot pickle {self!r}: stockham.devices() does not list it")
        return _listed_device, (self.platform, self.name, alike.index(self))


class _Chosen(threading.local):
    """The device of this thread, where `using_device` names one."""

    device: Device | None = None


_chosen = _Chosen()
_default: Device | None = None
_known: dict[int, Device] = {}
_hosts: dict[int, _stockham.HostDevice] = {}
_lock = threading.Lock()


def _device_of(int_ptr: int) -> Device:
    device = _known.get(int_ptr)
    if device is None:
        device = _known.setdefault(int_ptr, Device(int_ptr))
    return device


def devices() -> list[Device]:
    """All OpenCL devices, usable ones first, GPUs before CPUs, faster ones first.

    Returns
    -------
    list of Device

    Examples
    --------
    >>> import stockham
    >>> all(d.kind in ("gpu", "cpu", "other") for d in stockham.devices())
    True
    """
    return [_device_of(each) for each in _stockham.devices()]


def _devices_like(platform: str, name: str) -> list[Device]:
    return [each for each in devices() if (each.platform, each.name) == (platform, name)]


def _listed_device(platform: str, name: str, number: int) -> Device:
    """A pickled device, found again."""
    alike = _devices_like(platform, name)
    if number >= len(alike):
        there = ", ".join(map(repr, devices())) or "none"
        raise refused("device", f"this process has no number {number} of the devices {name!r} on {platform!r}, but {there}")
    return alike[number]


def find_device(choice: Choice = None) -> Device:
    """The device that `choice` names.

    Parameters
    ----------
    choice : str, int, Device or None
        Its place in `devices`, ``"gpu"``, ``"cpu"``, or a part of its name or of its platform's. None: what the
        environment's ``STOCKHAM_DEVICE`` names in the same words, else the first one.

    Raises
    ------
    ArgumentError
        If there is none, with the list of those that are there.
    """
    if isinstance(choice, Device):
        return choice
    return _device_of(_stockham.choose_device("" if choice is None else str(choice)))


def get_device() -> Device:
    """The device on which numpy arrays are transformed in this thread."""
    global _default
    if _chosen.device is not None:
        return _chosen.device
    if _default is None:
        _default = find_device()
    return _default


def set_device(choice: Choice) -> Device:
    """Chooses the device on which numpy arrays are transformed, for all threads; see `find_device`."""
    global _default
    _default = find_device(choice)
    return _default


@contextlib.contextmanager
def using_device(choice: Choice) -> Iterator[Device]:
    """Within it, numpy arrays of this thread are transformed on another device.

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


def host_device(device: Device) -> _stockham.HostDevice:
    """The context, queue and buffers for numpy arrays on a device, made at the first use."""
    host = _hosts.get(device.int_ptr)
    if host is None:
        with _lock:
            host = _hosts.get(device.int_ptr)
            if host is None:
                host = _hosts[device.int_ptr] = _stockham.HostDevice(device.int_ptr)
    return host


def trim_buffers() -> None:
    """Releases the device memory that is kept for later transforms of numpy arrays."""
    for host in list(_hosts.values()):
        host.trim()
