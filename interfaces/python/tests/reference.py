"""Reference results, by scipy in long double, and the error limits."""

from __future__ import annotations

from math import log2, sqrt

import numpy as np
import scipy.fft

EPS = {"f": 2.0**-24, "F": 2.0**-24, "d": 2.0**-53, "D": 2.0**-53}


def exact(name, x, *args, **kwargs):
    """The result of a function of scipy.fft in long double."""
    precise = np.clongdouble if np.iscomplexobj(x) else np.longdouble
    x = np.asarray(x)
    return getattr(scipy.fft, name)(x.astype(precise), *args, **kwargs)


def gate(dtype, points):
    """The error limit: twice the library's accuracy, 0.6 eps sqrt(log2 N) + eps, because Bluestein's algorithm and single
    small transforms have larger errors. A scale that is not a power of two adds eps."""
    eps = EPS[np.dtype(dtype).char]
    return 2 * (0.6 * eps * sqrt(log2(max(points, 2))) + eps) + eps


def check(got, expected, points):
    """Checks the relative error in the L2 norm."""
    assert got.shape == expected.shape
    size = np.linalg.norm(expected.ravel().astype(np.clongdouble))
    error = np.linalg.norm((got.astype(np.clongdouble) - expected).ravel())
    limit = float(gate(got.dtype, points) * size)
    # The small constant allows results that are zero.
    assert error <= limit + 1e-300, f"error {float(error / size):.3g}, gate {limit / float(size):.3g}"
