"""Cosine and sine transforms of small numpy arrays: Fourier transforms of the same length, rotated before or after (Makhoul
1980)."""

from __future__ import annotations

from typing import Callable

import numpy as np

from .._caches.process import remembered
from .._transforms.arguments import logical_points
from .._transforms.request import Request

# Each function transforms the last axis, in double precision. The names are those of the kinds.


def _dct1(x: np.ndarray) -> np.ndarray:
    """The transform of the even extension."""
    return np.fft.rfft(np.concatenate((x, x[..., -2:0:-1]), -1)).real


def _dct2(x: np.ndarray) -> np.ndarray:
    """The points in the order 0 2 4 .. 5 3 1. A rotated spectrum holds y[k] - i y[n - k]."""
    n = x.shape[-1]
    spectrum = np.fft.rfft(np.concatenate((x[..., ::2], x[..., 1::2][..., ::-1]), -1))
    spectrum *= _rotations(n, 0)[:n // 2 + 1]
    y = np.empty(x.shape)
    y[..., :n // 2 + 1] = spectrum.real
    y[..., n // 2 + 1:] = -spectrum.imag[..., (n - 1) // 2:0:-1]
    y += y
    return y


def _dct3(x: np.ndarray) -> np.ndarray:
    """`_dct2` backwards."""
    n = x.shape[-1]
    spectrum = x[..., :n // 2 + 1].astype(complex)
    spectrum.imag[..., 1:] = -x[..., :(n - 1) // 2:-1]
    spectrum *= _rotations(n, 0)[:n // 2 + 1].conj()
    points = np.fft.irfft(spectrum, n, norm="forward")
    y = np.empty(x.shape)
    y[..., ::2] = points[..., :(n + 1) // 2]
    y[..., 1::2] = points[..., :(n - 1) // 2:-1]
    return y


def _dct4(x: np.ndarray) -> np.ndarray:
    """The first half of the complex transform of twice the length, of rotated points and zeros."""
    n = x.shape[-1]
    spectrum = np.fft.fft(x * _rotations(n, 0), 2 * n)[..., :n] * _rotations(n, 0.5)
    y: np.ndarray = 2 * spectrum.real
    return y


def _dst1(x: np.ndarray) -> np.ndarray:
    """The transform of the odd extension."""
    zero = np.zeros((*x.shape[:-1], 1))
    return -np.fft.rfft(np.concatenate((zero, x, zero, -x[..., ::-1]), -1)).imag[..., 1:-1]


def _alternating(x: np.ndarray) -> np.ndarray:
    """`x` with the opposite sign of its odd points."""
    y = x.copy()
    y[..., 1::2] *= -1
    return y


_TRANSFORMS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "dct1": _dct1, "dct2": _dct2, "dct3": _dct3, "dct4": _dct4, "dst1": _dst1,
    "dst2": lambda x: _dct2(_alternating(x))[..., ::-1],
    "dst3": lambda x: _alternating(_dct3(x[..., ::-1])),
    "dst4": lambda x: _alternating(_dct4(x[..., ::-1])),
}


@remembered(64)
def _rotations(n: int, start: float) -> np.ndarray:
    """exp(-i pi (k + start) / (2 n)) for k = 0 .. n - 1, rounded once: angles in double precision would add half the error limit."""
    angles = (np.arange(n, dtype=np.longdouble) + start) * (2 * np.arctan(np.longdouble(1)) / n)
    rotations: np.ndarray = np.cos(angles) - 1j * np.sin(angles)
    return rotations.astype(complex)


def fourier_lengths(request: Request) -> list[int]:
    """The lengths of the Fourier transforms that compute a request, which may be of any kind."""
    if request.kind in ("dct4", "dst4"):
        return [2 * n for n in request.lengths]
    return list(logical_points(request.kind, request.lengths) if request.kind in ("dct1", "dst1") else request.lengths)


def transformation(request: Request) -> Callable[[np.ndarray, np.ndarray], None]:
    """The function that executes a request."""
    transform = _TRANSFORMS[request.kind]

    def run(x: np.ndarray, out: np.ndarray) -> None:
        y = x.astype(np.float64)
        for axis in request.axes:
            y = transform(y.swapaxes(axis, -1)).swapaxes(axis, -1)
        out[...] = y if request.scale == 1.0 else y * request.scale

    return run
