"""The arguments that all functions of segments share: windows, numbers of points, scales."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from .. import fft
from ._windows import window_of


class Setup(NamedTuple):
    """The window, samples from one segment to the next, and points of the transforms."""

    window: np.ndarray
    hop: int
    nfft: int

    @property
    def points(self) -> int:
        return len(self.window)


def setup_of(n: int, window: Any, nperseg: int | None, noverlap: int | None, nfft: int | None) -> Setup:
    """Checks the arguments for signals of `n` samples. Windows by name are at most as long as the signals."""
    if isinstance(window, (str, tuple)):
        nperseg = 256 if nperseg is None else int(nperseg)
        if nperseg < 1:
            raise ValueError("nperseg must be a positive integer")
        if nperseg > n:
            warnings.warn(f"nperseg = {nperseg} is greater than the signal's {n} samples, using nperseg = {n}", stacklevel=4)
            nperseg = n
        window = window_of(window, nperseg)
    window = np.asarray(window)
    if window.ndim != 1:
        raise ValueError("window must be 1-D")
    if nperseg is not None and nperseg != len(window):
        raise ValueError(f"nperseg is {nperseg}, but the window has {len(window)} points")
    if len(window) > n:
        raise ValueError("window is longer than input signal")
    nfft = len(window) if nfft is None else int(nfft)
    if nfft < len(window):
        raise ValueError("nfft must be greater than or equal to nperseg.")
    return Setup(window, len(window) - overlap_of(noverlap, len(window)), nfft)


def overlap_of(noverlap: int | None, nperseg: int) -> int:
    """The samples that two segments share; half of them by default."""
    noverlap = nperseg // 2 if noverlap is None else int(noverlap)
    if noverlap >= nperseg:
        raise ValueError("noverlap must be less than nperseg.")
    return noverlap


def power_scale(window: np.ndarray, fs: float, scaling: str) -> float:
    """The factor of squared magnitudes: for densities per frequency, or such that a sine keeps its power."""
    if scaling not in ("density", "spectrum"):
        raise ValueError(f"Unknown scaling: {scaling!r}")
    return float(1 / (fs * np.sum(abs(window) ** 2)) if scaling == "density" else 1 / abs(window.sum()) ** 2)


def frequencies_of(nfft: int, fs: float, onesided: bool) -> np.ndarray:
    return np.asarray((fft.rfftfreq if onesided else fft.fftfreq)(nfft, 1 / fs))


def doubled(power: np.ndarray, nfft: int) -> np.ndarray:
    """Power of half a spectrum, last axis: frequencies that stand for two are doubled, in place."""
    power[..., 1:-1 if nfft % 2 == 0 else None] *= 2
    return power
