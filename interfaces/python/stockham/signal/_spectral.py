"""Spectral densities with the arguments of scipy.signal, by one batched transform of all segments."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._in_kind import in_kind
from ._segments import on_host, spectra_of
from ._setup import doubled, frequencies_of, power_scale, setup_of

@in_kind
def csd(x: Any, y: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
        nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density", axis: int = -1,
        average: str = "mean") -> tuple[np.ndarray, np.ndarray]:
    """The cross power spectral density of two signals by Welch's method, as scipy.signal.csd.

    Parameters
    ----------
    x, y : array_like
        Signals; the shorter one is padded with zeros. The other axes broadcast.
    fs : float, optional
        Samples per second.
    window : str, tuple, float or array_like, optional
        The window of a segment, by scipy's name or as an array. Names other than those of sums of cosines and "tukey" need scipy.
    nperseg, noverlap, nfft : int, optional
        Points of a segment (256), points that neighbours share (half of them), and points of a transform.
    detrend : {"constant", "linear"}, callable or False, optional
        What is subtracted from each segment: its mean or its best straight line. A function gets all segments along its last axis.
    return_onesided : bool, optional
        Half a spectrum for real signals.
    scaling : {"density", "spectrum"}, optional
        Power per frequency, or power of a sine.
    axis : int, optional
        The axis of the samples.
    average : {"mean", "median"}, optional
        The average over segments. The median is corrected for its bias.

    Returns
    -------
    f, Pxy : ndarray
        Frequencies, and the density with frequencies along `axis`.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> x = np.cos(2 * np.pi * 100 * np.arange(2000) / 1000)
    >>> f, density = stockham.signal.csd(x, 2 * x, fs=1000, nperseg=200)
    >>> float(f[abs(density).argmax()])
    100.0
    """
    same = y is x
    x = on_host("csd", x)
    y = x if same else on_host("csd", y)
    out_type = np.result_type(x, y, np.complex64)
    if x.size == 0 or y.size == 0:
        shape = np.broadcast_shapes(np.delete(x.shape, axis).tolist(), np.delete(y.shape, axis).tolist())
        empty = np.moveaxis(np.empty((*shape, min(x.shape[axis], y.shape[axis]))), -1, axis)
        return empty, empty
    x, y = np.moveaxis(x, axis, -1), np.moveaxis(y, axis, -1)
    n = max(x.shape[-1], y.shape[-1])
    setup = setup_of(n, window, nperseg, noverlap, nfft)
    onesided = return_onesided and not np.iscomplexobj(x) and not np.iscomplexobj(y) and not np.iscomplexobj(setup.window)
    scale = power_scale(setup.window, fs, scaling)

    def spectra(signal: np.ndarray) -> np.ndarray:
        return spectra_of(_padded(signal, n), setup.window.conj(), setup.hop, setup.nfft, detrend, onesided)

    first = spectra(x)
    power = first.real**2 + first.imag**2 if same else first.conj() * spectra(y)
    power *= scale
    if onesided:
        doubled(power, setup.nfft)
    power = _averaged(power, average).astype(out_type)
    return frequencies_of(setup.nfft, fs, onesided), np.moveaxis(power.real if same else power, -1, axis)


def _averaged(power: np.ndarray, average: str) -> np.ndarray:
    """The average over all segments, the axis before the last one."""
    count = power.shape[-2]
    if count == 1:
        return power[..., 0, :]
    if average == "mean":
        return np.asarray(power.mean(axis=-2))
    if average != "median":
        raise ValueError(f'average must be "median" or "mean", got {average!r}')
    # The median of squared normal numbers is not their mean: for 2 m + 1 segments, sum of (-1)^k / k up to 2 m + 1 times the mean.
    k = np.arange(1, (count - 1) // 2 * 2 + 2)
    bias = np.sum((-1.0) ** (k + 1) / k)
    middle = np.median(power.real, axis=-2)
    if np.iscomplexobj(power):
        middle = middle + 1j * np.median(power.imag, axis=-2)
    return np.asarray(middle / bias)


def _padded(x: np.ndarray, n: int) -> np.ndarray:
    if x.shape[-1] == n:
        return x
    return np.concatenate([x, np.zeros((*x.shape[:-1], n - x.shape[-1]), x.dtype)], axis=-1)


@in_kind
def welch(x: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
          nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density", axis: int = -1,
          average: str = "mean") -> tuple[np.ndarray, np.ndarray]:
    """The power spectral density by Welch's method, as scipy.signal.welch: `csd` of a signal with itself.

    Parameters
    ----------
    x : array_like
        The signals.
    fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average
        As in `csd`.

    Returns
    -------
    f, Pxx : ndarray
        Frequencies, and the density with frequencies along `axis`.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> f, power = stockham.signal.welch(np.sin(0.25 * np.pi * np.arange(1024)), scaling="spectrum")
    >>> float(f[power.argmax()]), float(round(power.max(), 6))
    (0.125, 0.5)
    """
    f, power = csd(x, x, fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average)
    return f, power.real


@in_kind
def periodogram(x: Any, fs: float = 1.0, window: Any = "boxcar", nfft: int | None = None, detrend: Any = "constant",
                return_onesided: bool = True, scaling: str = "density", axis: int = -1) -> tuple[np.ndarray, np.ndarray]:
    """The power spectral density of one segment, as scipy.signal.periodogram: `welch` without averages.

    Parameters
    ----------
    x : array_like
        The signals.
    nfft : int, optional
        Points of the transform; a longer signal is truncated.
    fs, window, detrend, return_onesided, scaling, axis
        As in `csd`.

    Returns
    -------
    f, Pxx : ndarray
        Frequencies, and the density with frequencies along `axis`.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> f, power = stockham.signal.periodogram(np.sin(0.25 * np.pi * np.arange(64)), scaling="spectrum")
    >>> float(f[power.argmax()]), float(round(power.max(), 6))
    (0.125, 0.5)
    """
    x = on_host("periodogram", x)
    if x.size == 0:
        return np.empty(x.shape), np.empty(x.shape)
    n = x.shape[axis]
    if nfft is not None and nfft < n:
        x = np.moveaxis(np.moveaxis(x, axis, -1)[..., :nfft], -1, axis)
        n = nfft
    return welch(x, fs, "boxcar" if window is None else window, n, 0, nfft, detrend, return_onesided, scaling, axis)


@in_kind
def coherence(x: Any, y: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
              nfft: int | None = None, detrend: Any = "constant", axis: int = -1) -> tuple[np.ndarray, np.ndarray]:
    """The magnitude squared coherence of two signals, as scipy.signal.coherence.

    Parameters
    ----------
    x, y : array_like
        Signals; the other axes broadcast.
    fs, window, nperseg, noverlap, nfft, detrend, axis
        As in `csd`.

    Returns
    -------
    f, Cxy : ndarray
        Frequencies, and ``abs(Pxy)**2 / Pxx / Pyy``.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> x = np.random.default_rng(0).random(1024)
    >>> bool(np.allclose(stockham.signal.coherence(x, 3 * x)[1], 1))
    True
    """
    given = fs, window, nperseg, noverlap, nfft, detrend
    f, first = welch(x, *given, axis=axis)
    _, second = welch(y, *given, axis=axis)
    _, both = csd(x, y, *given, axis=axis)
    return f, abs(both) ** 2 / first / second
