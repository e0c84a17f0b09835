"""Chooses the place of an array."""

from __future__ import annotations

import sys
from typing import Any, cast

import numpy as np

from .host import HOST
from .place import Place
from .recorded import Recorded

# That of pyopencl arrays, after its first use. An import statement in each call would cost half a microsecond.
_device: Place[Any] | None = None


def place_of(x: Any) -> Place[Any]:
    """The place of an array: that of pyopencl for its arrays and shared virtual memory, that of the library for an array that records
    operations, else the host."""
    global _device
    if isinstance(x, np.ndarray):
        return HOST
    if isinstance(x, Recorded):
        return cast("Place[Any]", x.place)  # which has what the functions of stockham.fft call
    if not _is_on_device(x):
        return HOST
    if _device is None:
        from .opencl import OPENCL

        _device = OPENCL
    return _device


def _is_on_device(x: Any) -> bool:
    """True for pyopencl's arrays and its objects in shared virtual memory."""
    arrays = sys.modules.get("pyopencl.array")
    if arrays is not None and isinstance(x, arrays.Array):
        return True
    # Versions before 2022.2 have no class SVMPointer.
    return hasattr(sys.modules.get("pyopencl"), "SVMPointer") and isinstance(x, sys.modules["pyopencl"].SVMPointer)
