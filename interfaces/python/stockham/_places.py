"""Selects the module for an array: `_host` or `_opencl`."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import _host

# `_opencl`, after its first use. An import statement in each call would cost half a microsecond.
_device_place: Any = None


def place_of(x: Any) -> Any:
    """The module that transforms this kind of array."""
    global _device_place
    if isinstance(x, np.ndarray):
        return _host
    pyopencl_array = sys.modules.get("pyopencl.array")
    if pyopencl_array is not None and isinstance(x, pyopencl_array.Array):
        if _device_place is None:
            from . import _opencl

            _device_place = _opencl
        return _device_place
    return _host
