"""Functions of scipy.ndimage that multiply a spectrum, for numpy arrays and pyopencl arrays."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from ._arrays.choice import place_of
from ._arrays.host import HOST
from ._in_kind import in_kind

__all__ = ["fourier_gaussian", "fourier_shift"]


@in_kind
def fourier_gaussian(input: Any, sigma: Any, n: int = -1, axis: int = -1, output: Any = None) -> Any:
    """Multiplies a spectrum by that of a Gaussian, as scipy.ndimage.fourier_gaussian.

    Parameters
    ----------
    input : array_like or pyopencl.array.Array
        A spectrum, in the order of `stockham.fft.fftn`.
    sigma : float or sequence of floats
        The standard deviation in points, for all axes or each of them.
    n : int, optional
        For a result of `stockham.fft.rfftn`, the points of the real array along `axis`; by default the spectrum is whole.
    axis : int, optional
        The axis that rfftn halved.
    output : ndarray or dtype, optional
        The array for the result, or its type. Not for pyopencl arrays.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Where the input is: complex64, complex128 or float32 as the input, else float64.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> spectrum = stockham.fft.fft(np.eye(1, 32)[0])
    >>> blurred = stockham.fft.ifft(stockham.ndimage.fourier_gaussian(spectrum, 2)).real
    >>> round(float(blurred[0]), 4), round(1 / (2 * (2 * np.pi)**0.5), 4)
    (0.1995, 0.1995)
    """
    return _multiplied(input, sigma, n, axis, output, "dDfF", lambda f, width: np.exp(-2 * (np.pi * width * f) ** 2))


@in_kind
def fourier_shift(input: Any, shift: Any, n: int = -1, axis: int = -1, output: Any = None) -> Any:
    """Multiplies a spectrum by the phases of a shift, as scipy.ndimage.fourier_shift.

    Parameters
    ----------
    input : array_like or pyopencl.array.Array
        A spectrum, in the order of `stockham.fft.fftn`.
    shift : float or sequence of floats
        The shift in points, for all axes or each of them.
    n, axis, output
        As in `fourier_gaussian`.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Where the input is: complex64 as the input, else complex128.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> spectrum = stockham.fft.fft(np.arange(1.0, 9.0))
    >>> np.round(stockham.fft.ifft(stockham.ndimage.fourier_shift(spectrum, 3)).real, 6)
    array([6., 7., 8., 1., 2., 3., 4., 5.])
    """
    return _multiplied(input, shift, n, axis, output, "DF", lambda f, points: np.exp(-2j * np.pi * points * f))


def _multiplied(x: Any, each: Any, n: int, axis: int, output: Any, types: str,
                factors_of: Callable[[np.ndarray, float], np.ndarray]) -> Any:
    """The product of `x` with the factors along each axis. `each` is the parameter of all axes, or a sequence of them."""
    place = place_of(x)
    x = place.given(x)
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {x.ndim}")
    axis %= x.ndim
    values = [float(each)] * x.ndim if np.ndim(each) == 0 else [float(value) for value in each]
    if len(values) != x.ndim:
        raise RuntimeError("sequence argument must have length equal to input rank")
    dtype = x.dtype if x.dtype.char in types and x.dtype.char != "d" else np.dtype(types[0])
    factors = [_along(factors_of(_frequencies(m, n if k == axis else -1), value), k, x.ndim)
               for k, (m, value) in enumerate(zip(x.shape, values)) if value]
    if place is HOST:
        return _on_host(x, factors, dtype, output, types)
    if output is not None:
        raise TypeError("output is for numpy arrays only")
    x = place.converted(place.as_array(x), dtype)
    for factor in factors or [np.ones((1,) * x.ndim)]:
        x = place.product(x, place.beside(x, factor.astype(dtype)))
    return x


def _on_host(x: np.ndarray, factors: list[np.ndarray], dtype: np.dtype, output: Any, types: str) -> np.ndarray:
    if isinstance(output, (type, np.dtype)):
        dtype, output = np.dtype(output), None
        if dtype.char not in types:
            raise RuntimeError("output type not supported")
    if output is not None and output.shape != x.shape:
        raise RuntimeError("output shape not correct")
    result = x.astype(np.result_type(x.dtype, dtype))
    for factor in factors:
        result *= factor if result.dtype.kind == "c" or factor.dtype.kind == "f" else factor.real
    kind = dtype if output is None else output.dtype
    result = result.real if kind.kind != "c" and result.dtype.kind == "c" else result
    if output is None:
        return result.astype(dtype, copy=False)
    output[...] = result
    return np.asarray(output)


def _frequencies(points: int, whole: int) -> np.ndarray:
    """The frequencies of an axis, in periods per point. `whole` is the length before rfftn halved it, or negative."""
    return np.arange(points) / whole if whole >= 0 else np.fft.fftfreq(points)


def _along(factors: np.ndarray, axis: int, rank: int) -> np.ndarray:
    return factors.reshape([-1 if k == axis else 1 for k in range(rank)])
