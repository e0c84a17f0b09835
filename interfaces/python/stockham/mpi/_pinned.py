"""New arrays in pinned memory."""

from __future__ import annotations

from math import prod
from typing import Sequence

import numpy as np

from .. import _stockham
from .._devices import Device, session_of
from .._errors import OpenCLError


class _Pinned:
    """Exports pinned memory to numpy, and keeps it while an array uses it."""

    def __init__(self, shape: Sequence[int], dtype: np.dtype, session: _stockham.Session) -> None:
        self._memory = _stockham.PinnedMemory(session, prod(shape) * dtype.itemsize)
        self.__array_interface__ = {"version": 3, "shape": tuple(shape), "typestr": dtype.str,
                                    "data": (self._memory.address, False)}


def new_pinned(shape: Sequence[int], dtype: np.dtype, device: Device) -> np.ndarray:
    """A new array of zeros. For a device with its own memory it is pinned, so that it is transferred without another copy;
    if that fails, it is an ordinary array."""
    if device.kind == "gpu" and 0 not in shape:
        try:
            x = np.asarray(_Pinned(shape, dtype, session_of(device)))
        except OpenCLError:
            pass
        else:
            x[...] = 0
            return x
    return np.zeros(shape, dtype)
