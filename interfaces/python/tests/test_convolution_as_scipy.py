"""fftconvolve and correlate have the types and shapes of scipy's for every pair of types, and all results of a broadcast."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.fft
import scipy.signal

import stockham

TYPES = "?bBhHiIlLefdFD"
SHAPES = [((6,), (3,)), ((6,), (1,)), ((), ())]


def of(dtype, shape):
    return (np.arange(1, 1 + np.prod(shape, dtype=int)).reshape(shape) % 3).astype(dtype)


@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("name, options", [("fftconvolve", {}), ("correlate", {"method": "auto"}), ("correlate", {"method": "fft"}),
                                           ("correlate", {"method": "direct"})])
def test_types(name, options, shapes):
    for p, q in itertools.product(TYPES, repeat=2):
        a, b = of(p, shapes[0]), of(q, shapes[1])
        expected, got = (getattr(module, name)(a, b, **options) for module in (scipy.signal, stockham.signal))
        assert got.dtype == expected.dtype and got.shape == expected.shape, (p, q)
        if p + q != "??":  # scipy takes rounding errors of zeros for True
            assert np.allclose(got, expected, atol=1e-5), (p, q)


@pytest.mark.parametrize("name", ["fftconvolve", "correlate"])
def test_types_on_a_device(queue, name):
    array = pytest.importorskip("pyopencl.array")
    for p, q in itertools.product("BifdF", repeat=2):
        a, b = of(p, (6,)), of(q, (3,))
        expected = getattr(scipy.signal, name)(a, b)
        got = getattr(stockham.signal, name)(array.to_device(queue, a), array.to_device(queue, b))
        assert got.dtype == expected.dtype and np.allclose(got.get(), expected, atol=1e-5), (p, q)


def outcome(call):
    try:
        return call().shape
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("axes", [(0, 0), (1, -1), (0, 0, 1), [], (5,)])
def test_repeated_and_missing_axes(axes):
    x = np.ones((4, 5))
    calls = [lambda m: m.signal.fftconvolve(x, x, axes=axes), lambda m: m.fft.fftn(x, axes=axes),
             lambda m: m.fft.dctn(x, axes=axes), lambda m: m.fft.rfftn(x, axes=axes), lambda m: m.fft.hfftn(x, axes=axes)]
    for call in calls:
        assert outcome(lambda: call(stockham)) == outcome(lambda: call(scipy))


def test_a_shift_along_a_repeated_axis(queue):
    array = pytest.importorskip("pyopencl.array")
    x = np.arange(12.0).reshape(3, 4)
    for name in ("fftshift", "ifftshift"):
        expected = getattr(scipy.fft, name)(x, axes=(1, 1, 0))
        assert np.array_equal(getattr(stockham.fft, name)(x, axes=(1, 1, 0)), expected)
        assert np.array_equal(getattr(stockham.fft, name)(array.to_device(queue, x), axes=(1, 1, 0)).get(), expected)


@pytest.mark.parametrize("shapes", [((1, 5), (4, 3)), ((4, 5), (1, 3)), ((1, 5), (4, 1)), ((1, 3), (4, 5))])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_all_results_of_a_broadcast(shapes, mode):
    random = np.random.default_rng(3)
    a, b = (random.random(shape) for shape in shapes)
    got = stockham.signal.fftconvolve(a, b, mode, axes=1)
    rows = [scipy.signal.fftconvolve(a[min(k, len(a) - 1)], b[min(k, len(b) - 1)], mode) for k in range(4)]
    assert np.allclose(got, rows)
    # An axis that is convolved has the size of in1, as in scipy.
    assert stockham.signal.fftconvolve(a, b, "same").shape == scipy.signal.fftconvolve(a, b, "same").shape
