"""The work of a worker: chooses its device once, transforms blocks, and copes with a device whose memory is full."""

from __future__ import annotations

import os
import threading
from typing import Any, Callable

from .. import _devices, fft, signal
from .._arrays.host_runs import limited_memory
from .._devices import Device
from .._errors import DeviceMemoryError

_lock = threading.Lock()
_device: Device | None = None
# Held by a block that runs alone, because the device had no memory for several.
_alone = threading.Lock()


def device() -> Device:
    """The device of this process, shared by its threads: that of `set_device` or ``STOCKHAM_DEVICE``, else one of the host's
    GPUs by the number of the dask worker, as LocalCluster and SSHCluster number them."""
    global _device
    with _lock:
        if _device is None:
            _device = _devices.chosen_device() or _devices.device_in_turn(_worker_number())
        return _device


def _worker_number() -> int:
    try:
        from distributed import get_worker

        name = get_worker().name
    except (ImportError, ValueError):  # not in a worker of dask.distributed
        return 0
    text = str(name).rsplit("-", 1)[-1]
    return int(text) if text.isdigit() else os.getpid()


def transform(x: Any, function: str, lengths: Any, axes: Any, norm: Any) -> Any:
    """``stockham.fft.function(x, lengths, axes, norm)`` on the device of this process."""
    return _on_device(lambda: getattr(fft, function)(x, lengths, axes, norm))


def convolve(x: Any, kernel: Any, axes: Any) -> Any:
    """The valid part of a convolution along `axes`, on the device of this process."""
    return _on_device(lambda: signal.fftconvolve(x, kernel, "valid", axes))


def _on_device(work: Callable[[], Any]) -> Any:
    with _devices.using_device(device()):
        try:
            return work()
        except DeviceMemoryError:
            pass
        # Other threads may have filled the memory. Wait for them in turn, release what is pooled, and work in small parts.
        with _alone:
            _devices.trim_buffers()
            with limited_memory(8):
                return work()
