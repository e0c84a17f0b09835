"""Arrays of other libraries as numpy arrays, through DLPack."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np


def as_numpy(x: Any) -> np.ndarray:
    """`x` as a numpy array, through DLPack if it belongs to another library."""
    if isinstance(x, np.ndarray):
        return np.asarray(x)
    where = getattr(x, "__dlpack_device__", None)
    if where is not None and not hasattr(x, "__array_interface__"):
        kind = operator.index(where()[0])
        if kind not in (1, 3):  # kDLCPU, kDLCUDAHost
            raise TypeError(f"{type(x).__name__} is not in host memory (DLPack device {kind}): stockham transforms numpy "
                            "arrays, pyopencl arrays, and DLPack arrays in host memory")
        return np.from_dlpack(x)
    return np.asarray(x)
