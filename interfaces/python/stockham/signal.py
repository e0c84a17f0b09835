"""fftconvolve and correlate of scipy.signal, computed on an OpenCL device."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from . import fft
from ._arguments import some_axes
from ._host import as_array

__all__ = ["correlate", "fftconvolve"]


def _sections(full: tuple[int, ...], wanted: Sequence[int]) -> tuple[slice, ...]:
    """The middle of each axis."""
    return tuple(slice((n - m) // 2, (n - m) // 2 + m) for n, m in zip(full, wanted))


def _check_mode(mode: str) -> None:
    if mode not in ("full", "same", "valid"):
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")


def _must_swap(mode: str, a: tuple[int, ...], b: tuple[int, ...], axes: Sequence[int]) -> bool:
    """Whether to swap the arrays: in mode "valid" the larger one comes first. Raises ValueError if neither is larger on all
    axes."""
    if mode != "valid":
        return False
    if all(a[k] >= b[k] for k in axes):
        return False
    if all(b[k] >= a[k] for k in axes):
        return True
    raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")


def fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """The linear convolution of two arrays, by Fourier transforms.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with the same number of axes. They broadcast along axes that are not convolved.
    mode : {"full", "same", "valid"}, optional
        The whole result, its middle part with the size of `in1`, or the part that does not depend on zero padding.
    axes : int or sequence of ints, optional
        The axes to convolve along; all by default.

    Returns
    -------
    ndarray
        The convolution.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.signal.fftconvolve([1., 2., 3.], [0., 1., .5]), 6)
    array([0. , 1. , 2.5, 4. , 1.5])
    """
    a, b = as_array(in1), as_array(in2)
    if a.ndim != b.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if a.ndim == 0:
        return a * b
    _check_mode(mode)
    if a.size == 0 or b.size == 0:
        return np.array([])
    _, along = some_axes(a.shape, None, axes)
    # Along an axis where one array has a single point, convolution is multiplication.
    along = tuple(k for k in along if a.shape[k] != 1 and b.shape[k] != 1)
    if any(k not in along and a.shape[k] != b.shape[k] and 1 not in (a.shape[k], b.shape[k]) for k in range(a.ndim)):
        raise ValueError(f"incompatible shapes for in1 and in2: {a.shape} and {b.shape}")
    if _must_swap(mode, a.shape, b.shape, along):
        a, b = b, a
    whole = _whole(a, b, along)
    if mode == "full":
        return whole
    if mode == "same":
        return whole[_sections(whole.shape, a.shape)].copy()
    wanted = [a.shape[k] - b.shape[k] + 1 if k in along else n for k, n in enumerate(whole.shape)]
    return whole[_sections(whole.shape, wanted)].copy()


def _whole(a: np.ndarray, b: np.ndarray, axes: Sequence[int]) -> Any:
    if not axes:
        return a * b
    dtype = np.result_type(a.dtype, b.dtype)
    a, b = a.astype(dtype, copy=False), b.astype(dtype, copy=False)
    real = dtype.kind == "f"
    ends = [a.shape[k] + b.shape[k] - 1 for k in axes]
    padded = [fft.next_fast_len(n, real and k == axes[-1]) for n, k in zip(ends, axes)]
    forward, inverse = (fft.rfftn, fft.irfftn) if real else (fft.fftn, fft.ifftn)
    spectrum = forward(a, padded, axes) * forward(b, padded, axes)
    result = inverse(spectrum, padded, axes, overwrite_x=True)
    kept = [slice(None)] * result.ndim
    for n, k in zip(ends, axes):
        kept[k] = slice(0, n)
    return result[tuple(kept)].copy()


def correlate(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    """The cross-correlation of two arrays, by Fourier transforms.

    Parameters
    ----------
    in1, in2 : array_like
        Arrays with the same number of axes.
    mode : {"full", "same", "valid"}, optional
        As in `fftconvolve`.
    method : {"auto", "fft", "direct"}, optional
        Checked and ignored: the computation always uses Fourier transforms.

    Returns
    -------
    ndarray
        The correlation, rounded to integers if both arrays are integers.

    Examples
    --------
    >>> import stockham
    >>> stockham.signal.correlate([1, 2, 3], [0, 1, 2])
    array([2, 5, 8, 3, 0])
    """
    a, b = np.asarray(in1), np.asarray(in2)
    if method not in ("auto", "fft", "direct"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    _check_mode(mode)
    if a.ndim != b.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if a.ndim == 0:
        return a * b.conj()
    swapped = _must_swap(mode, a.shape, b.shape, range(a.ndim))
    if swapped:
        a, b = b, a
    backwards = (slice(None, None, -1),) * a.ndim
    result = fftconvolve(a, b[backwards].conj(), mode)
    if swapped:
        result = result[backwards].conj()
    integers = a.dtype.kind in "iub" and b.dtype.kind in "iub"
    return np.round(result).astype(np.result_type(a, b)) if integers else result
