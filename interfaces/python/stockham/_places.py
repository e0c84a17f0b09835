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
    if _is_on_device(x):
        if _device_place is None:
            from . import _opencl

            _device_place = _opencl
        return _device_place
    return _host


def _is_on_device(x: Any) -> bool:
    """True for pyopencl's arrays and its objects in shared virtual memory."""
    arrays = sys.modules.get("pyopencl.array")
    if arrays is not None and isinstance(x, arrays.Array):
        return True
    # Versions before 2022.2 have no class SVMPointer.
    return hasattr(sys.modules.get("pyopencl"), "SVMPointer") and isinstance(x, sys.modules["pyopencl"].SVMPointer)
