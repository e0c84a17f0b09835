"""Correlations of integers are exact: they equal the sums that numpy computes with Python's integers."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.signal

import stockham

SHAPES = [((40,), (7,)), ((3,), (50,)), ((6, 9), (4, 3)), ((1, 5), (4, 1)), ((), ())]
TYPES = [("i8", "i8"), ("u8", "u8"), ("i8", "u1"), ("u4", "i4"), ("i1", "i1"), ("u8", "u2"), ("?", "i2")]


def of_type(random, dtype, shape):
    """Random numbers with the smallest and the largest one of the type."""
    if dtype == "?":
        return random.integers(0, 2, shape).astype(bool)
    limits = np.iinfo(dtype)
    x = np.asarray(random.integers(limits.min, limits.max, shape, dtype, endpoint=True))
    x.flat[0], x.flat[-1] = limits.min, limits.max
    return x


def exact(a, b, mode):
    """The sums of products of Python's integers, reduced to the common type."""
    dtype = np.result_type(a, b)
    out = np.zeros([n + m - 1 for n, m in zip(a.shape, b.shape)], object)
    for i, x in np.ndenumerate(a):
        for j, y in np.ndenumerate(b):
            out[tuple(k + m - 1 - n for k, n, m in zip(i, j, b.shape))] += int(x) * int(y)
    bits = 8 * dtype.itemsize
    low = 0 if dtype.kind == "u" else 1 << (bits - 1)
    wrapped = np.vectorize(lambda v: (int(v) + low) % (1 << bits) - low, otypes=[dtype])(out)
    sizes = a.shape if mode == "same" else [n - m + 1 for n, m in zip(a.shape, b.shape)]
    return wrapped if mode == "full" else wrapped[tuple(slice((n - m) // 2, (n - m) // 2 + m)
                                                        for n, m in zip(out.shape, sizes))]


@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("types", TYPES)
def test_integers_of_all_sizes(types, shapes):
    random = np.random.default_rng(1)
    a, b = (of_type(random, *each) for each in zip(types, shapes))
    for mode in ("full", "same", "valid"):
        if mode == "valid" and any(n < m for n, m in zip(*shapes)):
            continue
        for method in ("auto", "direct"):
            got = stockham.signal.correlate(a, b, mode, method)
            assert got.dtype == np.result_type(a, b)
            assert np.array_equal(got, exact(a, b, mode)), (mode, method)


def test_as_scipy():
    a, b = [2**40, 3], [2**20, 1]
    assert list(stockham.signal.correlate(a, b)) == [2**40, 2**60 + 3, 3 * 2**20]
    large = [2**70, 3]  # an array of Python's integers
    assert list(stockham.signal.correlate(large, b)) == [2**70, 2**90 + 3, 3 * 2**20]
    booleans = np.array([True, False, False, True])
    assert np.array_equal(stockham.signal.correlate(booleans, booleans), scipy.signal.correlate(booleans, booleans))
    # Along axes of one point, scipy's fftconvolve multiplies integers.
    got = stockham.signal.fftconvolve([[2**60 + 1]], [[1, 3]])
    assert got.dtype == np.int64 and got.tolist() == [[2**60 + 1, 3 * 2**60 + 3]]


def test_the_bound_of_the_errors():
    """Long correlations of equal numbers have the largest sums for their norms."""
    n = 30000
    for bits in (12, 24, 40):
        value = 2**bits - 1
        got = stockham.signal.correlate(np.full(n, value), np.full(n, value))
        count = n - abs(np.arange(1 - n, n))
        assert np.array_equal(got, count * np.array(value, np.uint64).astype(np.int64) ** 2)


def test_direct_sums_are_not_transforms():
    """A NaN spreads over a transform, and only to its own sums otherwise."""
    x = np.array([1.0, 2.0, np.nan, 4.0, 5.0, 6.0])
    got = stockham.signal.correlate(x, np.array([1.0, 1.0]), "valid", method="direct")
    assert np.array_equal(got, [3, np.nan, np.nan, 9, 11], equal_nan=True)
    z = np.array([1 + 2j, 3 - 1j, 2])
    assert np.allclose(stockham.signal.correlate(z, z * 1j, method="direct"), scipy.signal.correlate(z, z * 1j))


def test_integers_on_a_device(queue):
    array = pytest.importorskip("pyopencl.array")
    a, b = np.array([5, -3, 2], np.int32), np.array([7, 2], np.int32)
    got = stockham.signal.correlate(array.to_device(queue, a), array.to_device(queue, b))
    assert got.dtype == np.int32 and np.array_equal(got.get(), scipy.signal.correlate(a, b))
    wide = [array.to_device(queue, np.array(each)) for each in ([2**40, 3], [2**20, 1])]
    with pytest.raises(stockham.ArgumentError, match="too large for an exact correlation"):
        stockham.signal.correlate(*wide)
    with pytest.raises(stockham.ArgumentError, match="'direct' needs numpy arrays"):
        stockham.signal.correlate(*wide, method="direct")
