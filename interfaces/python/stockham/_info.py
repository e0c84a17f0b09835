"""What the package computes with."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _devices
from ._arrays import host_small
from ._stockham import version


def info() -> dict[str, Any]:
    """What computes the transforms of numpy arrays in this thread.

    Returns
    -------
    dict
        ``"version"``, the library's; ``"device"``, a `Device`; ``"small"``, what transforms small arrays: numpy.fft with its version,
        or ``"device"``; ``"small_limits"``, the most points of a small array by kind of transform, empty if the device transforms
        all.

    Examples
    --------
    >>> import stockham
    >>> sorted(stockham.info())
    ['device', 'small', 'small_limits', 'version']
    """
    device = _devices.get_device()
    small = f"numpy.fft {np.__version__}" if host_small.computer() == "host" else "device"
    return {"version": version, "device": device, "small": small, "small_limits": dict(host_small.limits_of(device.kind))}
