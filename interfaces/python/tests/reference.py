"""The right results, by scipy in long double, and how far a result may be from them."""

from __future__ import annotations

from math import log2, sqrt

import numpy as np
import scipy.fft

EPS = {"f": 2.0**-24, "F": 2.0**-24, "d": 2.0**-53, "D": 2.0**-53}


def exact(name, x, *args, **kwargs):
    """scipy.fft's function of the same numbers in long double."""
    precise = np.clongdouble if np.iscomplexobj(x) else np.longdouble
    x = np.asarray(x)
    return getattr(scipy.fft, name)(x.astype(precise), *args, **kwargs)


def gate(dtype, points):
    """The library's accuracy, 0.6 eps sqrt(log2 N) + eps, doubled: the test knows not which lengths take Bluestein's
    algorithm, nor does it pool small transforms; and one eps for a scale that is no power of two."""
    eps = EPS[np.dtype(dtype).char]
    return 2 * (0.6 * eps * sqrt(log2(max(points, 2))) + eps) + eps


def check(got, expected, points):
    """The relative error by the L2 norm."""
    assert got.shape == expected.shape
    size = np.linalg.norm(expected.ravel().astype(np.clongdouble))
    error = np.linalg.norm((got.astype(np.clongdouble) - expected).ravel())
    limit = float(gate(got.dtype, points) * size)
    # Sums that cancel: an error as of numbers of the size of what was summed up.
    assert error <= limit + 1e-300, f"error {float(error / size):.3g}, gate {limit / float(size):.3g}"
