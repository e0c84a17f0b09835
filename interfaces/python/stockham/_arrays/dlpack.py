"""Arrays of other libraries as numpy arrays, through DLPack."""

from __future__ import annotations

import contextlib
import operator
from typing import Any, Iterator

import numpy as np

_ON_HOST = (1, 3)  # kDLCPU, kDLCUDAHost


def as_numpy(x: Any) -> np.ndarray:
    """`x` as a numpy array, through DLPack if it belongs to another library. Raises TypeError if it is not in host memory."""
    if isinstance(x, np.ndarray):
        return np.asarray(x)
    if getattr(x, "__dlpack_device__", None) is not None and not hasattr(x, "__array_interface__"):
        kind = _device_kind(x)
        if kind not in _ON_HOST:
            raise TypeError(f"{type(x).__name__} is not in host memory (DLPack device {kind}): stockham transforms numpy "
                            "arrays, pyopencl arrays, and DLPack arrays in host memory")
        return _imported(x)
    return np.asarray(x)


def copied_to_host(x: Any) -> np.ndarray:
    """The contents of an array of another library, without a copy if they are in host memory."""
    return _imported(x) if _device_kind(x) in _ON_HOST else _imported(x, device="cpu")


def _device_kind(x: Any) -> int:
    with _named(x):
        return operator.index(x.__dlpack_device__()[0])


def _imported(x: Any, **where: Any) -> np.ndarray:
    with _named(x):
        return np.from_dlpack(x, **where)


@contextlib.contextmanager
def _named(x: Any) -> Iterator[None]:
    """Turns the errors of libraries about arrays that they do not export into a TypeError."""
    try:
        yield
    except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
        raise TypeError(f"cannot read an array of class {type(x).__name__}: {error}") from error
