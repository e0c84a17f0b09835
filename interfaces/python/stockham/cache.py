"""What is kept for later calls: plans in this process, device memory, compiled kernels on disk."""

from __future__ import annotations

from . import _devices, _plans, _stockham

__all__ = ["clear", "clear_disk", "disk_folder", "disk_usage", "plan_capacity", "plan_count", "set_plan_capacity",
           "use_disk_folder"]


def plan_count() -> int:
    """Plans that are kept now."""
    return len(_plans.cache)


def plan_capacity() -> int:
    """Plans that are kept at most."""
    return _plans.cache.capacity


def set_plan_capacity(most: int) -> None:
    """Keeps at most so many plans."""
    _plans.cache.capacity = most


def clear() -> None:
    """Forgets all plans and releases the device memory that is kept; what is in use stays until it is not."""
    _plans.clear()
    _devices.trim_buffers()


def disk_folder() -> str:
    """The folder of compiled kernels; empty if none is used."""
    return _stockham.cache_folder()


def use_disk_folder(folder: str, most_bytes: int = 256 << 20) -> None:
    """Uses another folder from now on; an empty name means none."""
    _stockham.use_cache(folder, most_bytes)


def disk_usage() -> dict[str, int]:
    """Entries and bytes on disk."""
    return _stockham.cache_usage()


def clear_disk() -> dict[str, int]:
    """Removes all compiled kernels from disk; returns what was removed."""
    return _stockham.clear_cache()
