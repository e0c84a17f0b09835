"""Analytic signals and resampling: signals from a changed spectrum."""

from __future__ import annotations

import operator
from typing import Any, overload

import numpy as np

from .. import fft
from .._arrays.choice import place_of
from .._in_kind import in_kind
from .._typed import DeviceArray, Plain
from ._segments import on_host
from ._windows import window_of


@overload
def hilbert(x: Plain, N: int | None = None, axis: int = -1) -> np.ndarray: ...


@overload
def hilbert(x: DeviceArray, N: int | None = None, axis: int = -1) -> DeviceArray: ...


@overload
def hilbert(x: Any, N: int | None = None, axis: int = -1) -> Any: ...


@in_kind
def hilbert(x: Any, N: int | None = None, axis: int = -1) -> Any:
    """The analytic signal, as scipy.signal.hilbert: real signals, with their Hilbert transforms as imaginary parts.

    Parameters
    ----------
    x : array_like, pyopencl.array.Array or pyopencl.SVM
        Real signals.
    N : int, optional
        Points of the transform, by default those of the signals.
    axis : int, optional
        The axis of the samples.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, where `x` is, with `N` points along the axis.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> t = np.arange(64) * 2 * np.pi / 16
    >>> bool(np.allclose(stockham.signal.hilbert(np.cos(t)), np.exp(1j * t)))
    True
    """
    place = place_of(x)
    x = place.as_array(x)
    if x.dtype.kind == "c":
        raise ValueError("x must be real.")
    axis = axis % x.ndim if -x.ndim <= axis < x.ndim else axis
    n = x.shape[axis] if N is None else operator.index(N)
    if n <= 0:
        raise ValueError("N must be positive.")
    half: Any = fft.rfft(x, n, axis)
    # Positive frequencies count twice. The last one of an even number of points is its own negative.
    factors = np.full(n // 2 + 1, 2, half.dtype)
    factors[0] = 1
    if n % 2 == 0:
        factors[-1] = 1
    half = place.product(half, place.beside(half, factors.reshape(-1, *[1] * (x.ndim - 1 - axis))))
    return fft.ifft(half, n, axis, overwrite_x=True)  # pads it with zeros


@in_kind
def resample(x: Any, num: int, t: Any = None, axis: int = 0, window: Any = None, domain: str = "time") -> Any:
    """Signals with another number of samples in the same time, by their spectra, as scipy.signal.resample.

    Parameters
    ----------
    x : array_like
        Periodic signals.
    num : int
        The number of samples of the result.
    t : array_like, optional
        The times of the samples.
    axis : int, optional
        The axis of the samples.
    window : str, tuple, float, callable or array_like, optional
        A window that the spectrum is multiplied by: by name, for which see `csd`; as a function of the frequencies; or as an
        array in the order of `stockham.fft.fftfreq`.
    domain : {"time", "freq"}, optional
        Whether `x` has samples or their spectrum.

    Returns
    -------
    ndarray, or tuple of two
        The samples, and their times if `t` is given.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> y = stockham.signal.resample(np.cos(2 * np.pi * np.arange(10) / 10), 25)
    >>> bool(np.allclose(y, np.cos(2 * np.pi * np.arange(25) / 25)))
    True
    """
    if domain not in ("time", "freq"):
        raise ValueError(f"domain = {domain!r} is neither 'time' nor 'freq'")
    x = np.moveaxis(on_host("resample", x), axis, -1)
    n, num = x.shape[-1], operator.index(num)
    weights = _weights(window, n)
    change = _resample_real if domain == "time" and not np.iscomplexobj(x) else _resample_complex
    result = np.moveaxis(change(x, num, weights, domain), -1, axis)
    if t is None:
        return result
    return result, t[0] + (t[1] - t[0]) * (n / num) * np.arange(num)


def _weights(window: Any, n: int) -> np.ndarray | None:
    if window is None:
        return None
    if callable(window):
        return np.asarray(window(np.asarray(fft.fftfreq(n))))
    if hasattr(window, "shape"):
        if window.shape != (n,):
            raise ValueError(f"the window has shape {window.shape}, not {(n,)}")
        return np.asarray(window)
    return np.fft.fftshift(window_of(window, n))


def _resample_real(x: np.ndarray, num: int, weights: np.ndarray | None, domain: str) -> np.ndarray:
    """By half spectra, which irfft truncates or pads with zeros."""
    n = x.shape[-1]
    spectrum = np.asarray(fft.rfft(x))
    if weights is not None:
        mirrored = np.concatenate([weights[:1], weights[:0:-1]])
        spectrum = spectrum * ((weights + mirrored) / 2)[:spectrum.shape[-1]]
    shorter = min(n, num)
    spectrum = spectrum[..., :shorter // 2 + 1] * (num / n)
    if shorter % 2 == 0 and num != n:
        # The middle frequency stands for itself and its negative: joined if it becomes the last one, divided if it was.
        spectrum[..., -1] *= 2 if num < n else 0.5
    return np.asarray(fft.irfft(spectrum, num))


def _resample_complex(x: np.ndarray, num: int, weights: np.ndarray | None, domain: str) -> np.ndarray:
    n = x.shape[-1]
    spectrum = np.asarray(fft.fft(x)) if domain == "time" else x
    if weights is not None:
        spectrum = spectrum * weights
    shorter = min(n, num)
    positive, negative = shorter // 2 + 1, (shorter - 1) // 2
    changed = np.zeros((*x.shape[:-1], num), spectrum.dtype)
    changed[..., :positive] = spectrum[..., :positive]
    if negative:
        changed[..., -negative:] = spectrum[..., -negative:]
    if shorter % 2 == 0 and num < n:
        changed[..., shorter // 2] += spectrum[..., -(shorter // 2)]
    elif shorter % 2 == 0 and num > n:
        changed[..., shorter // 2] /= 2
        changed[..., num - shorter // 2] = changed[..., shorter // 2]
    return np.asarray(fft.ifft(changed * (num / n), overwrite_x=True))
