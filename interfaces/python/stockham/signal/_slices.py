"""Short-time transforms of the functions stft, istft and spectrogram of scipy.signal, by one batched transform of all segments."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from .. import fft
from .._in_kind import in_kind
from ._segments import on_host, overlap_added, spectra_of
from ._setup import Setup, doubled, frequencies_of, overlap_of, power_scale, setup_of
from ._windows import window_of

Slices = tuple[np.ndarray, np.ndarray, np.ndarray]

# numpy's modes of padding.
_BOUNDARIES = {"even": {"mode": "reflect"}, "odd": {"mode": "reflect", "reflect_type": "odd"}, "constant": {"mode": "edge"},
               "zeros": {"mode": "constant"}}


def _extended(x: np.ndarray, boundary: Any, setup: Setup, padded: bool) -> np.ndarray:
    """`x` with half a segment more at both ends, and with zeros up to a whole number of segments."""
    if boundary is not None:
        if boundary not in _BOUNDARIES:
            raise ValueError(f"Unknown boundary option {boundary!r}, must be one of: {list(_BOUNDARIES)} or None")
        half = setup.points // 2
        if boundary in ("even", "odd") and half > x.shape[-1] - 1:
            raise ValueError(f"the signal's {x.shape[-1]} samples are too few for half a segment beyond its ends")
        x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(half, half)], **_BOUNDARIES[boundary])  # type: ignore[call-overload]
    if padded:
        missing = -(x.shape[-1] - setup.points) % setup.hop % setup.points
        x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, missing)])
    return x


def _transformed(x: np.ndarray, fs: float, setup: Setup, detrend: Any, return_onesided: bool, scaling: str, axis: int, boundary: Any,
                 padded: bool, of_power: bool) -> Slices:
    """Frequencies, times, and scaled spectra or powers of all segments: frequencies along `axis`, segments along the last axis."""
    out_type = np.result_type(x, np.complex64)
    onesided = return_onesided and not np.iscomplexobj(x)
    if return_onesided and not onesided:
        warnings.warn("Input data is complex, switching to return_onesided=False", stacklevel=4)
    x = _extended(np.moveaxis(x, axis, -1), boundary, setup, padded)
    spectra = spectra_of(x, setup.window, setup.hop, setup.nfft, _on_axis(detrend, axis), onesided)
    scale = power_scale(setup.window, fs, scaling)
    if of_power:
        power = (spectra.real**2 + spectra.imag**2) * scale
        result = (doubled(power, setup.nfft) if onesided else power).astype(out_type).real
    else:
        result = (spectra * np.sqrt(scale)).astype(out_type, copy=False)
    times = (np.arange(result.shape[-2]) * setup.hop + (setup.points / 2 if boundary is None else 0)) / fs
    result = np.moveaxis(result, -1, -2)
    return frequencies_of(setup.nfft, fs, onesided), times, np.moveaxis(result, -2, axis - 1 if axis < 0 else axis)


def _on_axis(detrend: Any, axis: int) -> Any:
    """A caller's function gets its segments along the axis of the signal, as in scipy."""
    if not callable(detrend) or axis == -1:
        return detrend
    return lambda x: np.moveaxis(detrend(np.moveaxis(x, -1, axis)), axis, -1)


@in_kind
def stft(x: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = 256, noverlap: int | None = None,
         nfft: int | None = None, detrend: Any = False, return_onesided: bool = True, boundary: str | None = "zeros",
         padded: bool = True, axis: int = -1, scaling: str = "spectrum") -> Slices:
    """The short-time Fourier transform, as scipy.signal.stft.

    Parameters
    ----------
    x : array_like
        The signals.
    boundary : {"even", "odd", "constant", "zeros", None}, optional
        What half a segment at both ends of the signal continues it with.
    padded : bool, optional
        Whether zeros fill the last segment.
    scaling : {"spectrum", "psd"}, optional
        Such that magnitudes, or their squares as densities, are those of the signal.
    fs, window, nperseg, noverlap, nfft, detrend, return_onesided, axis
        As in `csd`.

    Returns
    -------
    f, t, Zxx : ndarray
        Frequencies, times of segments, and spectra: frequencies along `axis`, segments along the last axis.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> x = np.random.default_rng(0).random(1000)
    >>> f, t, spectra = stockham.signal.stft(x, nperseg=64)
    >>> bool(np.allclose(stockham.signal.istft(spectra, nperseg=64)[1][:1000], x))
    True
    """
    x = on_host("stft", x)
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"scaling must be 'spectrum' or 'psd', not {scaling!r}")
    if x.size == 0:
        return np.empty(x.shape), np.empty(x.shape), np.empty(x.shape)
    setup = setup_of(x.shape[axis], window, nperseg, noverlap, nfft)
    return _transformed(x, fs, setup, detrend, return_onesided, "density" if scaling == "psd" else "spectrum", axis, boundary, padded,
                        of_power=False)


@in_kind
def spectrogram(x: Any, fs: float = 1.0, window: Any = ("tukey", 0.25), nperseg: int | None = None, noverlap: int | None = None,
                nfft: int | None = None, detrend: Any = "constant", return_onesided: bool = True, scaling: str = "density",
                axis: int = -1, mode: str = "psd") -> Slices:
    """Spectra of consecutive segments, as scipy.signal.spectrogram.

    Parameters
    ----------
    x : array_like
        The signals.
    noverlap : int, optional
        Points that neighbours share; an eighth of a segment by default.
    mode : {"psd", "complex", "magnitude", "angle", "phase"}, optional
        Power spectral densities, spectra, or their magnitudes, angles, or angles without jumps.
    fs, window, nperseg, nfft, detrend, return_onesided, scaling, axis
        As in `csd`.

    Returns
    -------
    f, t, Sxx : ndarray
        Frequencies, times of segments, and values: frequencies along `axis`, segments along the last axis.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> f, t, power = stockham.signal.spectrogram(np.sin(0.25 * np.pi * np.arange(1024)), nperseg=128)
    >>> power.shape, float(f[power[:, 3].argmax()])
    ((65, 9), 0.125)
    """
    if mode not in ("psd", "complex", "magnitude", "angle", "phase"):
        raise ValueError(f"unknown value for mode {mode}")
    x = on_host("spectrogram", x)
    if x.size == 0:
        return np.empty(x.shape), np.empty(x.shape), np.empty(x.shape)
    setup = setup_of(x.shape[axis], window, nperseg, 0, nfft)
    setup = setup._replace(hop=setup.points - overlap_of(setup.points // 8 if noverlap is None else noverlap, setup.points))
    f, t, result = _transformed(x, fs, setup, detrend, return_onesided, scaling, axis, None, False, of_power=mode == "psd")
    if mode == "magnitude":
        result = abs(result)
    elif mode in ("angle", "phase"):
        result = np.angle(result)
        if mode == "phase":
            result = np.unwrap(result, axis=axis - 1 if axis < 0 else axis)
    return f, t, result


@in_kind
def istft(Zxx: Any, fs: float = 1.0, window: Any = "hann", nperseg: int | None = None, noverlap: int | None = None,
          nfft: int | None = None, input_onesided: bool = True, boundary: bool = True, time_axis: int = -1, freq_axis: int = -2,
          scaling: str = "spectrum") -> tuple[np.ndarray, np.ndarray]:
    """Inverts `stft`, as scipy.signal.istft.

    Parameters
    ----------
    Zxx : array_like
        The spectra of segments.
    input_onesided : bool, optional
        Whether they are half spectra.
    boundary : bool, optional
        Whether half a segment at both ends is cut off.
    time_axis, freq_axis : int, optional
        The axes of segments and frequencies.
    fs, window, nperseg, noverlap, nfft, scaling
        As in `stft`. By default the segments have as many points as even transforms with these spectra.

    Returns
    -------
    t, x : ndarray
        Times of the samples, and the signals.

    Examples
    --------
    >>> import stockham
    >>> t, x = stockham.signal.istft(stockham.signal.stft([1.0] * 32, nperseg=8)[2])
    >>> float(x.min().round(6)), float(x.max().round(6))
    (1.0, 1.0)
    """
    spectra = on_host("istft", Zxx) + 0j
    if spectra.ndim < 2:
        raise ValueError("Input stft must be at least 2d!")
    time_axis, freq_axis = (int(each) % spectra.ndim for each in (time_axis, freq_axis))
    if time_axis == freq_axis:
        raise ValueError("Must specify differing time and frequency axes!")
    spectra = np.moveaxis(spectra, (time_axis, freq_axis), (-2, -1))
    whole = 2 * (spectra.shape[-1] - 1) if input_onesided else spectra.shape[-1]
    nperseg = whole if nperseg is None else int(nperseg)
    if nperseg < 1:
        raise ValueError("nperseg must be a positive integer")
    if nfft is None:
        nfft = nperseg if input_onesided and nperseg == whole + 1 else whole
    if nfft < nperseg:
        raise ValueError("nfft must be greater than or equal to nperseg.")
    hop = nperseg - overlap_of(noverlap, nperseg)
    if isinstance(window, (str, tuple)):
        window = window_of(window, nperseg)
    window = np.asarray(window)
    if window.ndim != 1:
        raise ValueError("window must be 1-D")
    if len(window) != nperseg:
        raise ValueError(f"window must have length of {nperseg}")
    if scaling not in ("spectrum", "psd"):
        raise ValueError(f"scaling must be 'spectrum' or 'psd', not {scaling!r}")
    segments = (fft.irfft if input_onesided else fft.ifft)(spectra, nfft)[..., :nperseg]
    window = window.astype(np.result_type(segments.dtype, window.dtype) if input_onesided is False else segments.dtype)
    factor = window.sum() if scaling == "spectrum" else np.sqrt(fs * np.sum(window**2))
    x = overlap_added(segments * (window * factor).astype(segments.dtype), hop)
    weights = overlap_added(np.broadcast_to((window**2).astype(segments.dtype), segments.shape[-2:]), hop)
    if boundary:
        kept = slice(nperseg // 2, -(nperseg // 2))
        x, weights = x[..., kept], weights[kept]
    if not np.all(weights.real > 1e-10):
        warnings.warn("NOLA condition failed, STFT may not be invertible." + " Possibly due to missing boundary" * (not boundary),
                      stacklevel=2)
    x = x / np.where(weights.real > 1e-10, weights, 1)
    x = np.moveaxis(x, -1, time_axis - (freq_axis < time_axis)) if x.ndim > 1 else x
    return np.arange(len(weights)) / float(fs), x
