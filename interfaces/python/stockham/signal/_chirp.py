"""The chirp z-transform and a part of a spectrum, with scipy's types of results."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from .. import imaging
from .._arrays.choice import place_of
from .._arrays.host import HOST
from .._in_kind import in_kind
from .._typed import DeviceArray, Plain


def _in_double(x: Any, axis: int) -> Any:
    """Converts a numpy array to double precision, in which scipy computes it; returns a device array."""
    if place_of(x) is not HOST:
        return x
    x = HOST.as_array(x)
    x.shape[axis]  # raises IndexError for an axis that the array lacks, as scipy does
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64, copy=False)


@overload
def czt(x: Plain, m: int | None = None, w: Any = None, a: complex = 1 + 0j, *, axis: int = -1) -> np.ndarray: ...


@overload
def czt(x: DeviceArray, m: int | None = None, w: Any = None, a: complex = 1 + 0j, *, axis: int = -1) -> DeviceArray: ...


@overload
def czt(x: Any, m: int | None = None, w: Any = None, a: complex = 1 + 0j, *, axis: int = -1) -> Any: ...


@in_kind
def czt(x: Any, m: int | None = None, w: Any = None, a: complex = 1 + 0j, *, axis: int = -1) -> Any:
    """The chirp z-transform, as scipy.signal.czt: `stockham.imaging.czt`, for numpy arrays in double precision.

    Parameters
    ----------
    x, m, w, a, axis
        As in `stockham.imaging.czt`.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, where `x` is.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> bool(np.allclose(stockham.signal.czt(np.arange(5)), np.fft.fft(np.arange(5))))
    True
    """
    return imaging.czt(_in_double(x, axis), m, w, a, axis=axis)


@overload
def zoom_fft(x: Plain, fn: Any, m: int | None = None, *, fs: float = 2, endpoint: bool = False, axis: int = -1) -> np.ndarray: ...


@overload
def zoom_fft(x: DeviceArray, fn: Any, m: int | None = None, *, fs: float = 2, endpoint: bool = False,
             axis: int = -1) -> DeviceArray: ...


@overload
def zoom_fft(x: Any, fn: Any, m: int | None = None, *, fs: float = 2, endpoint: bool = False, axis: int = -1) -> Any: ...


@in_kind
def zoom_fft(x: Any, fn: Any, m: int | None = None, *, fs: float = 2, endpoint: bool = False, axis: int = -1) -> Any:
    """The spectrum between two frequencies, as scipy.signal.zoom_fft: `stockham.imaging.zoom_fft`, for numpy arrays in double
    precision.

    Parameters
    ----------
    x, fn, m, fs, endpoint, axis
        As in `stockham.imaging.zoom_fft`.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, where `x` is.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> bool(np.allclose(stockham.signal.zoom_fft(np.arange(8.0), 2), np.fft.fft(np.arange(8.0))))
    True
    """
    fn = np.ravel(fn) if np.size(fn) == 2 else np.ravel(fn)[0] if np.size(fn) == 1 else fn
    return imaging.zoom_fft(_in_double(x, axis), fn, m, fs=fs, endpoint=endpoint, axis=axis)
