"""The frequencies of the points of a spectrum, as arrays of numpy or of another library."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from .._errors import refused


def fftfreq(n: int, d: float = 1.0, *, xp: Any = None, dtype: Any = None, device: Any = None) -> Any:
    """The frequencies of the points of `fft`, in cycles per unit of `d`.

    Parameters
    ----------
    n : int
        The number of points.
    d : float, optional
        The distance of the points.
    xp : module, optional
        The namespace of the result, such as ``array_api_strict`` or ``torch``; by default numpy.
    dtype : dtype, optional
        A real floating-point type of that namespace; by default float64.
    device : device, optional
        A device of that namespace. numpy's is "cpu".

    Returns
    -------
    ndarray or array of `xp`
        Real, with `n` points.

    Examples
    --------
    >>> import stockham
    >>> stockham.fft.fftfreq(4, 0.5)
    array([ 0. ,  0.5, -1. , -0.5])
    """
    return _frequencies(np.fft.fftfreq, n, d, xp, dtype, device)


def rfftfreq(n: int, d: float = 1.0, *, xp: Any = None, dtype: Any = None, device: Any = None) -> Any:
    """The frequencies of the points of `rfft`, in cycles per unit of `d`.

    Parameters
    ----------
    n : int
        The number of real points.
    d : float, optional
        The distance of the points.
    xp : module, optional
        The namespace of the result, such as ``array_api_strict`` or ``torch``; by default numpy.
    dtype : dtype, optional
        A real floating-point type of that namespace; by default float64.
    device : device, optional
        A device of that namespace. numpy's is "cpu".

    Returns
    -------
    ndarray or array of `xp`
        Real, with ``n // 2 + 1`` points.

    Examples
    --------
    >>> import stockham
    >>> stockham.fft.rfftfreq(4, 0.5)
    array([0. , 0.5, 1. ])
    """
    return _frequencies(np.fft.rfftfreq, n, d, xp, dtype, device)


def _frequencies(function: Callable[[int, float], np.ndarray], n: int, d: float, xp: Any, dtype: Any, device: Any) -> Any:
    values = function(n, d)
    if xp is not None and xp is not np:
        where = {} if device is None else {"device": device}
        return xp.asarray(values, **({} if dtype is None else {"dtype": dtype}), **where)
    if device not in (None, "cpu"):
        raise refused("device", f"numpy arrays are on the device 'cpu' (got {device!r}); other libraries need xp=")
    if dtype is None:
        return values
    if np.dtype(dtype).kind != "f":
        raise refused("dtype", f"must be a real floating-point type (got {dtype!r})")
    return values.astype(dtype)
