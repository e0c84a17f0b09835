"""Overlapping segments of signals: all of them are transformed at once, and added up again."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import fft
from .._arrays.choice import place_of
from .._arrays.dlpack import as_numpy
from .._arrays.host import HOST


def on_host(function: str, x: Any) -> np.ndarray:
    """`x` as a numpy array. Raises TypeError for pyopencl arrays."""
    if place_of(x) is not HOST:
        raise TypeError(f"stockham.signal.{function} takes numpy arrays; pass x.get()")
    return as_numpy(x)


def segments_of(x: np.ndarray, points: int, hop: int) -> np.ndarray:
    """A view of the segments along the last axis: (.., segments, points)."""
    if points > x.shape[-1]:
        raise ValueError(f"the segments have {points} points, but the signal only {x.shape[-1]}")
    return np.lib.stride_tricks.sliding_window_view(x, points, axis=-1)[..., ::hop, :]


def detrended(x: np.ndarray, how: Any) -> np.ndarray:
    """`x` without its mean ("constant") or its best straight line ("linear") along the last axis, or the result of a function."""
    if how is None or how is False:
        return x
    if callable(how):
        return np.asarray(how(x))
    if how not in ("constant", "linear", "c", "l"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    x = x - x.mean(axis=-1, keepdims=True)
    if how in ("linear", "l") and x.shape[-1] > 1:
        t = np.arange(x.shape[-1], dtype=x.real.dtype)
        t -= t.mean()
        x = x - (x @ t / (t @ t))[..., np.newaxis] * t
    return x


def spectra_of(x: np.ndarray, window: np.ndarray, hop: int, nfft: int, trend: Any, onesided: bool) -> np.ndarray:
    """The spectra of all segments along the last axis of `x`, by one batched transform: (.., segments, frequencies)."""
    weighted = detrended(segments_of(x, len(window), hop), trend) * window
    return np.asarray((fft.rfft if onesided else fft.fft)(weighted, nfft))


def overlap_added(segments: np.ndarray, hop: int) -> np.ndarray:
    """The sum of segments (.., segments, points) that begin `hop` samples after one another."""
    count, points = segments.shape[-2:]
    parts = -(-points // hop)
    total = np.zeros((*segments.shape[:-2], count + parts - 1, hop), segments.dtype)
    for part in range(parts):
        piece = segments[..., part * hop:(part + 1) * hop]
        total[..., part:part + count, :piece.shape[-1]] += piece
    return total.reshape(*segments.shape[:-2], (count + parts - 1) * hop)[..., :(count - 1) * hop + points]
