"""Convolutions that round nothing: of integers, by Fourier transforms of their digits; of any numbers, by the definition."""

from __future__ import annotations

from math import log2, prod, sqrt
from typing import Any, Callable

import numpy as np

Convolve = Callable[[np.ndarray, np.ndarray], np.ndarray]


def error_bound(norms: float, points: int) -> float:
    """A bound of the errors of a convolution in double precision by transforms of `points` points, of arrays with this product
    of Euclidean norms.

    By Parseval's theorem and the Cauchy-Schwarz inequality, relative errors e of both spectra change a point of the result by at
    most 2 e |a| |b|, and e of each of the inverse transform's log2(points) stages by e |a| |b|. e is a few rounding errors."""
    return norms * 2.0**-53 * 8 * (log2(max(points, 1)) + 1)


def is_exact(norms: float, points: int) -> bool:
    """Whether the nearest integers of such a convolution are the exact ones."""
    return error_bound(norms, points) < 0.25


def points_of(a: Any, b: Any) -> int:
    """At least the points of the transforms that convolve both: fast lengths are less than twice as large as needed."""
    return prod(2 * (n + m) for n, m in zip(a.shape, b.shape))


def _digits(x: np.ndarray, bits: int) -> list[np.ndarray]:
    """Digits from -2**(bits - 1) to 2**(bits - 1) - 1, lowest first, which add up to `x` modulo 2**64."""
    half = np.int64(1 << (bits - 1))
    digits: list[np.ndarray] = []
    x = x.astype(np.int64)
    while len(digits) * bits < 64 and x.any():
        digit = ((x + half) & np.int64((1 << bits) - 1)) - half
        digits.append(digit)
        x = (x - digit) >> np.int64(bits)
    return digits


def convolve_integers(a: np.ndarray, b: np.ndarray, norms: float, convolve: Convolve) -> np.ndarray:
    """The convolution of integers, exact modulo the range of their common type, as sums of integers in numpy are. `norms` is the
    product of their Euclidean norms. `convolve` convolves arrays of double precision. Integers with too many bits are convolved
    digit by digit."""
    dtype, points = np.result_type(a.dtype, b.dtype), points_of(a, b)
    if is_exact(norms, points):
        return np.rint(convolve(a.astype(np.float64), b.astype(np.float64))).astype(np.int64).astype(dtype)
    # The largest digits whose norms, at most 2**(bits - 1) times the root of the size, give exact results.
    bits = 1 + int(log2(0.25 / error_bound(sqrt(a.size * b.size), points)) / 2)
    total: Any = np.rint(convolve(np.zeros(a.shape), np.zeros(b.shape))).astype(np.int64)
    with np.errstate(over="ignore"):
        for i, x in enumerate(_digits(a, bits)):
            for j, y in enumerate(_digits(b, bits)):
                if (i + j) * bits < 64:
                    part = np.rint(convolve(x.astype(np.float64), y.astype(np.float64))).astype(np.int64)
                    total = total + (part << np.int64((i + j) * bits))
    return np.asarray(total).astype(dtype)


def convolve_directly(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The whole convolution along all axes by its definition, in the common type: one product of an array and a number for each
    element of the smaller array."""
    dtype = np.result_type(a.dtype, b.dtype)
    large, small = (a, b) if a.size >= b.size else (b, a)
    large = large.astype(dtype, copy=False)
    out = np.zeros([n + m - 1 for n, m in zip(a.shape, b.shape)], dtype)
    for index, weight in np.ndenumerate(small.astype(dtype, copy=False)):
        out[tuple(slice(k, k + n) for k, n in zip(index, large.shape))] += weight * large
    return out
