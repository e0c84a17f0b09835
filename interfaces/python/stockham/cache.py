"""The caches: plans of this process, device memory, and compiled kernels on disk."""

from __future__ import annotations

import os
from typing import Callable, Sequence

from . import _devices, _stockham
from ._caches import process
from ._errors import refused
from ._options import function, text, whole

__all__ = ["clear", "clear_disk", "disk_folder", "disk_usage", "export_programs", "import_programs", "plan_capacity",
           "plan_count", "set_plan_capacity", "use_disk_folder"]


def plan_count() -> int:
    """Number of cached plans."""
    return len(process.plans)


def plan_capacity() -> int:
    """Maximal number of cached plans."""
    return process.plans.capacity


def set_plan_capacity(most: int) -> None:
    """Sets the maximal number of cached plans, and of compiled kernels that are kept for later plans. PoCL holds 2 to 3 MB
    for each kernel."""
    process.plans.capacity = whole("most", most, 1)
    _devices.keep_plans(most)


def clear() -> None:
    """Drops everything that the package keeps for later calls: plans, their kernels and tables, queues, engines of imaging, checked
    calls, and idle device memory. Returns free memory to the system. Objects in use are released after their use."""
    process.clear()
    _devices.clear_sessions()


def disk_folder() -> str:
    """The folder of compiled kernels; empty if kernels are not stored on disk."""
    return _stockham.cache_folder()


def use_disk_folder(folder: str | os.PathLike[str], most_bytes: int = 256 << 20) -> None:
    """Sets the folder of compiled kernels. An empty name turns the cache on disk off."""
    _stockham.use_cache(os.fspath(folder), whole("most_bytes", most_bytes))


def disk_usage() -> dict[str, int]:
    """Number of entries and bytes on disk."""
    return _stockham.cache_usage()


def export_programs(path: str | os.PathLike[str], problems: Sequence[str] = (), device: _devices.Choice = None,
                    work: Callable[[], object] | None = None) -> dict[str, int]:
    """Writes a kernel pack: the compiled kernels of the plans for these problem strings, or of everything that the function
    `work` does with numpy arrays, for this device, driver and version of the library. Returns the number of entries and
    bytes written."""
    if work is not None:
        if problems:
            raise refused("work", "a kernel pack is made for problems or for a function, not for both")
        clear()  # what the process has already is not looked up again
        return _stockham.export_used_programs(_devices.find_device(device).int_ptr, function("work", work), os.fspath(path))
    return _stockham.export_programs(_devices.find_device(device).int_ptr, [text("problems", each) for each in problems], os.fspath(path))


def import_programs(path: str | os.PathLike[str], device: _devices.Choice = None) -> dict[str, int]:
    """Adds a kernel pack to the compiled kernels on disk. Only import packs from a source that you trust. Returns the
    number of entries and bytes in the pack."""
    return _stockham.import_programs(_devices.find_device(device).int_ptr, os.fspath(path))


def clear_disk() -> dict[str, int]:
    """Removes all compiled kernels from disk; returns the number of entries and bytes removed."""
    return _stockham.clear_cache()
