"""Windows by name: sums of cosines and Tukey's window, and all others from scipy."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

# w(t) = sum of a[k] cos(k t) for t from -pi to pi.
_COSINES: dict[str, Sequence[float]] = {
    "boxcar": (1,), "hann": (0.5, 0.5), "hamming": (0.54, 0.46), "blackman": (0.42, 0.5, 0.08),
    "nuttall": (0.3635819, 0.4891775, 0.1365995, 0.0106411), "blackmanharris": (0.35875, 0.48829, 0.14128, 0.01168),
    "flattop": (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368),
}


def window_of(window: Any, points: int, periodic: bool = True) -> np.ndarray:
    """A window by scipy's name, or name and parameters, or number (the parameter of Kaiser's window). A periodic window is the
    beginning of a symmetric one of one more point."""
    name, *parameters = window if isinstance(window, tuple) else (window,)
    if isinstance(name, str):
        for ending, is_periodic in (("_periodic", True), ("_symmetric", False)):
            if name.endswith(ending):
                name, periodic = name[:-len(ending)], is_periodic
    if name in _COSINES and not parameters:
        return _symmetric(_cosines, _COSINES[name], points, periodic)
    if name == "tukey" and len(parameters) <= 1:
        return _symmetric(_tukey, parameters[0] if parameters else 0.5, points, periodic)
    try:
        from scipy.signal import get_window
    except ImportError:
        raise ValueError(f"window {window!r} needs scipy; without it: {', '.join(_COSINES)}, tukey, or an array") from None
    return np.asarray(get_window((name, *parameters) if parameters else name, points, periodic))


def _symmetric(shape: Any, parameter: Any, points: int, periodic: bool) -> np.ndarray:
    whole: np.ndarray = shape(parameter, points + 1 if periodic and points > 1 else points)
    return whole[:points]


def _cosines(factors: Sequence[float], points: int) -> np.ndarray:
    t = np.linspace(-np.pi, np.pi, points) if points > 1 else np.zeros(points)
    if points == 1:
        return np.ones(1)
    return np.asarray(sum(a * np.cos(k * t) for k, a in enumerate(factors)))


def _tukey(alpha: float, points: int) -> np.ndarray:
    """A rectangle whose edges are half periods of a cosine, together a part `alpha` of the window."""
    if alpha <= 0 or points == 1:
        return np.ones(points)
    edge = np.arange(points) / (min(alpha, 1.0) * (points - 1) / 2)  # 1 at the end of the first edge
    nearer = np.minimum(edge, edge[::-1])
    return np.asarray(0.5 * (1 - np.cos(np.pi * np.minimum(nearer, 1))))
