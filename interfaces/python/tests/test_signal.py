"""oaconvolve, hilbert, resample, czt, zoom_fft and the functions of ndimage equal scipy's; mdct equals its definition."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import scipy.ndimage
import scipy.signal
from hypothesis import given
from hypothesis import strategies as st

import stockham
from test_signal_spectral import outcome, signals

TYPES = st.sampled_from("fdFDihe")


def same(name, *args, module="signal", tolerance=1e-10, **kwargs):
    expected, got = (outcome(lambda: getattr(getattr(each, module), name)(*args, **kwargs)) for each in (scipy, stockham))
    if isinstance(expected, type):
        assert isinstance(got, type) and (issubclass(got, expected) or issubclass(expected, got)), (expected, got)
        return
    assert not isinstance(got, type), got
    for a, b in zip(*[(each if isinstance(each, tuple) else (each,)) for each in (expected, got)]):
        assert a.shape == b.shape and a.dtype == b.dtype, (a.dtype, b.dtype)
        limit = (1e-4 if a.dtype.char in "fFe" else tolerance) * max(1, np.abs(a).max(initial=0))
        assert np.allclose(a, b, rtol=0, atol=limit), np.abs(a - b).max()


@given(st.sampled_from([1, 3, 8]), st.sampled_from([1, 8, 90, 400]), TYPES, TYPES,
       st.sampled_from(["full", "same", "valid", "none"]), st.booleans())
def test_oaconvolve_of_lines(n, m, first, second, mode, swap):
    shapes = [(m,), (n,)] if swap else [(n,), (m,)]
    a, b = signals(1, shapes[0], first), signals(2, shapes[1], second)
    # scipy transforms the array of single precision in single precision.
    same("oaconvolve", a, b, mode, tolerance=1e-4 if set(first + second) & set("efF") else 1e-9)


@given(st.lists(st.sampled_from([1, 2, 5, 13, 60]), min_size=4, max_size=6), st.sampled_from(["full", "valid", "same"]),
       st.sampled_from([None, 0, -1, (0, 1), (1, 0), (1, 1), [], 5]), st.sampled_from("dD"))
def test_oaconvolve_of_arrays(sizes, mode, axes, dtype):
    half = len(sizes) // 2
    a, b = signals(1, tuple(sizes[:half]), dtype), signals(2, tuple(sizes[-half:]), "d")
    expected, got = (outcome(lambda: each(a, b, mode, axes)) for each in (stockham.signal.fftconvolve, stockham.signal.oaconvolve))
    if isinstance(expected, type):
        assert got is expected
    else:
        assert got.shape == expected.shape and got.dtype == expected.dtype and np.allclose(got, expected, atol=1e-9)


@given(st.sampled_from([1, 6, 9]), st.sampled_from([None, -1, 5, 12]), TYPES, st.sampled_from([((), -1), ((2,), -1), ((3,), 0), ((2,), 5)]))
def test_hilbert(n, points, dtype, form):
    outer, axis = form
    shape = (n, *outer) if axis == 0 else (*outer, n)
    same("hilbert", signals(1, shape, dtype), points, axis)


def test_hilbert_of_a_device_array(queue):
    array = pytest.importorskip("pyopencl.array")
    for n, points in ((16, None), (15, 15), (16, 11), (5, 8), (1, None)):
        x = signals(1, (3, n), "f")
        got = stockham.signal.hilbert(array.to_device(queue, x), points)
        assert got.dtype == np.complex64 and np.allclose(got.get(), scipy.signal.hilbert(x, points), atol=1e-4)
        assert np.allclose(stockham.signal.hilbert(array.to_device(queue, x.T.copy()), points, 0).get(),
                           scipy.signal.hilbert(x, points).T, atol=1e-4)


WINDOWS = st.sampled_from([None, "hann", ("tukey", 0.3), ("kaiser", 2.0), lambda f: 1 / (1 + f**2), "array", "wrong"])


@given(st.sampled_from([1, 6, 9]), st.sampled_from([1, 4, 9, 14]), TYPES, WINDOWS, st.sampled_from(["time", "freq", "none"]), st.booleans(),
       st.sampled_from([((), 0), ((2,), -1), ((3,), 0)]))
def test_resample(n, num, dtype, window, domain, times, form):
    outer, axis = form
    shape = (n, *outer) if axis == 0 else (*outer, n)
    if isinstance(window, str) and window in ("array", "wrong"):
        window = np.random.default_rng(n).random(n + (window == "wrong"))
    x = signals(1, shape, "d" if dtype in "ihe" else dtype)
    if x.dtype.char in "fF" and window is not None:
        x = x.astype("d" if dtype == "f" else "D")
    t = np.arange(n + 2) * 0.5 + 1 if times else None
    same("resample", x, num, t, axis=axis, window=window, domain=domain)


@given(st.sampled_from([1, 7, 12]), st.sampled_from([None, -1, 1, 20]), st.sampled_from([None, 0.05, 0.3]), st.sampled_from([1, 0.9, 1j]),
       st.sampled_from("dDfFi"), st.sampled_from([((), -1), ((2,), -1), ((3,), 0)]))
def test_czt(n, m, step, start, dtype, form):
    outer, axis = form
    shape = (n, *outer) if axis == 0 else (*outer, n)
    w = None if step is None else np.exp(-1j * step)
    same("czt", signals(1, shape, dtype), m, w, start, axis=axis, tolerance=1e-8)


@given(st.sampled_from([1, 7, 12]), st.sampled_from([None, 2, 20]), st.sampled_from([0.7, (0.1, 0.3), [0.2, 1.9]]),
       st.booleans(), st.sampled_from([2, 4.5]), st.sampled_from("dDfF"))
def test_zoom_fft(n, m, fn, endpoint, fs, dtype):
    if m is None and n == 1 and endpoint:
        return
    same("zoom_fft", signals(1, (2, n), dtype), fn, m, fs=fs, endpoint=endpoint, tolerance=1e-8)


def test_axes_that_an_array_lacks():
    for library in (scipy.signal, stockham.signal):
        for x, axis in ((5, -1), ([1, 2], 1), (np.ones((2, 3)), -3)):
            for call in (lambda: library.czt(x, axis=axis), lambda: library.zoom_fft(x, 0.5, axis=axis)):
                with pytest.raises(IndexError):
                    call()


@given(st.lists(st.integers(1, 9), min_size=1, max_size=3), st.sampled_from("fdFDi"),
       st.sampled_from([0.0, 1.5, -2.25, "each", "wrong"]), st.booleans(), st.integers(-4, 3), st.sampled_from([None, np.complex64, np.complex128, np.float32, np.float64, "array"]))
def test_fourier_filters(shape, dtype, value, halved, axis, output):
    x = signals(1, tuple(shape), dtype)
    value = [0.5 * k for k in range(len(shape) + (value == "wrong"))] if isinstance(value, str) else value
    n = 2 * shape[axis % len(shape)] - 1 if halved else -1
    for name in ("fourier_gaussian", "fourier_shift"):
        if isinstance(output, str):
            arrays = [np.zeros(shape, "D") for _ in range(2)]
            results = [outcome(lambda: getattr(each.ndimage, name)(x, value, n, axis, out))
                       for each, out in zip((scipy, stockham), arrays)]
            assert isinstance(results[0], type) == isinstance(results[1], type)
            assert isinstance(results[1], type) or (results[1] is arrays[1] and np.allclose(*arrays))
        elif np.iscomplexobj(x) and output in (np.float32, np.float64):
            continue  # scipy takes other parts of it
        else:
            same(name, x, value, n, axis, output, module="ndimage")


def test_fourier_filters_on_a_device(queue):
    array = pytest.importorskip("pyopencl.array")
    x = signals(1, (6, 5), "F")
    for name, value in (("fourier_gaussian", (1.5, 0.5)), ("fourier_shift", (2, -0.25)), ("fourier_gaussian", 0)):
        got = getattr(stockham.ndimage, name)(array.to_device(queue, x), value, 8)
        assert got.dtype == np.complex64 and np.allclose(got.get(), getattr(scipy.ndimage, name)(x, value, 8), atol=1e-5)
    with pytest.raises(TypeError, match="numpy arrays only"):
        stockham.ndimage.fourier_shift(array.to_device(queue, x), 1, output=np.complex64)


def test_functions_for_numpy_arrays_only(queue):
    array = pytest.importorskip("pyopencl.array")
    x = array.zeros(queue, (4, 20), np.float32)
    for call in (lambda: stockham.signal.resample(x, 10), lambda: stockham.signal.mdct(x, 4), lambda: stockham.signal.imdct(x)):
        with pytest.raises(TypeError, match="takes numpy arrays"):
            call()
    for name in ("fftconvolve", "oaconvolve"):
        got = getattr(stockham.signal, name)(x, x)
        assert isinstance(got, array.Array) and got.shape == (7, 39)


def vorbis(n):
    return np.sin(np.pi / 2 * np.sin(np.pi / (2 * n) * (np.arange(2 * n) + 0.5)) ** 2)


@given(st.sampled_from([1, 7, 30]), st.sampled_from([2, 6]), st.sampled_from([None, "vorbis", "kbd"]), st.sampled_from("fdi"),
       st.sampled_from([((), -1), ((2,), -1), ((3,), 0), ((2,), -2)]))
def test_mdct(samples, n, window, dtype, form):
    outer, axis = form
    shape = (samples, *outer) if axis in (0, -2) else (*outer, samples)
    x = signals(1, shape, dtype)
    given_window = vorbis(n) if window == "vorbis" else ("kaiser_bessel_derived", 4.0) if window == "kbd" else None
    weights = {None: np.sin(np.pi / (2 * n) * (np.arange(2 * n) + 0.5)), "vorbis": vorbis(n)}.get(window)
    if weights is None:
        weights = scipy.signal.get_window(given_window, 2 * n, False)
    got = stockham.signal.mdct(x, n, given_window, axis=axis)
    assert got.dtype == ("f" if dtype == "f" else "d")
    lines = np.moveaxis(x, axis, -1)
    j, k = np.arange(2 * n), np.arange(n)
    matrix = np.sqrt(2 / n) * np.cos(np.pi / n * np.outer(k + 0.5, j + 0.5 + n / 2)) * weights
    padded = np.concatenate([np.zeros((*lines.shape[:-1], n)), lines, np.zeros((*lines.shape[:-1], 2 * n))], axis=-1)
    count = -(-samples // n) + 1
    expected = np.stack([padded[..., p * n:(p + 2) * n] @ matrix.T for p in range(count)], axis=-1)
    frequencies = axis if axis >= 0 else axis - 1
    assert np.allclose(np.moveaxis(got, frequencies, -2), expected, atol=1e-4 if dtype == "f" else 1e-9)
    again = stockham.signal.imdct(got, given_window, axis=frequencies)
    at = frequencies % got.ndim
    assert np.allclose(np.moveaxis(again, at, -1)[..., :samples], lines, atol=1e-4 if dtype == "f" else 1e-9)


def test_refusals_of_mdct():
    for bad in (0, 3, 2.5):
        with pytest.raises(ValueError, match="n must be even"):
            stockham.signal.mdct(np.ones(9), bad)
    with pytest.raises(ValueError, match="add up to 1"):
        stockham.signal.mdct(np.ones(9), 4, np.ones(8))
    with pytest.raises(ValueError, match="8 points"):
        stockham.signal.mdct(np.ones(9), 4, np.ones(7))
    with pytest.raises(TypeError, match="must be real"):
        stockham.signal.mdct(np.ones(9) * 1j, 4)
    with pytest.raises(ValueError, match="last axis"):
        stockham.signal.imdct(np.ones((4, 4)), axis=-1)


def test_mdct_of_no_samples():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert stockham.signal.mdct(np.ones(0), 4).shape == (4, 1)
