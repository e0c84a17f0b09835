"""scipy.fft.set_backend(stockham), and signal's functions, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.fft
import scipy.signal
from hypothesis import given, strategies as st

import stockham
from stockham import _transforms


@pytest.fixture
def calls(monkeypatch):
    """The transforms that were computed here."""
    seen = []
    for name in ("complex_to_complex", "real_to_complex", "complex_to_real", "real_to_real"):
        original = getattr(_transforms, name)
        monkeypatch.setattr(_transforms, name,
                            lambda *args, original=original, name=name: (seen.append(name), original(*args))[1])
    return seen


def test_set_backend(calls):
    x = np.random.default_rng(6).uniform(-1, 1, (4, 16))
    names = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "rfftn", "irfftn", "dct", "idctn", "dst", "idstn"]
    for name in names:
        expected = getattr(scipy.fft, name)(x)
        with scipy.fft.set_backend(stockham, only=True):
            got = getattr(scipy.fft, name)(x)
        assert np.allclose(got, expected) and got.dtype == expected.dtype
    assert len(calls) == len(names)


def test_what_is_not_here_scipy_does(calls):
    with scipy.fft.set_backend(stockham):
        assert scipy.fft.fft(np.ones(4, np.longdouble)).dtype == np.clongdouble
        assert not calls
        assert scipy.fft.fht(np.ones(4), 0.1, 0.5).shape == (4,)  # which calls scipy.fft.rfft


def test_unchanged_programs(calls):
    """scipy's own functions that call scipy.fft."""
    x = np.random.default_rng(8).uniform(-1, 1, (40, 40))
    expected = scipy.signal.fftconvolve(x, x[:7, :9], mode="same")
    with scipy.fft.set_backend(stockham):
        assert np.allclose(scipy.signal.fftconvolve(x, x[:7, :9], mode="same"), expected)
    assert calls


def outcome(call):
    try:
        return call()
    except Exception as refused:
        return type(refused)


shapes = st.lists(st.sampled_from([1, 2, 3, 5, 8]), min_size=1, max_size=2).map(tuple)


@given(shapes, shapes, st.sampled_from(["full", "same", "valid", "all"]), st.sampled_from("fdFDi"),
       st.sampled_from("fdFDi"), st.sampled_from(["fftconvolve", "correlate"]))
def test_convolution(a_shape, b_shape, mode, a_type, b_type, name):
    rng = np.random.default_rng(9)
    a, b = ((10 * rng.uniform(-1, 1, s)).astype(t) for s, t in ((a_shape, a_type), (b_shape, b_type)))
    if a_type in "FD":
        a = a + 1j * a[::-1]
    expected = outcome(lambda: getattr(scipy.signal, name)(a, b, mode))
    got = outcome(lambda: getattr(stockham.signal, name)(a, b, mode))
    if isinstance(expected, type):
        assert isinstance(got, type) and issubclass(got, expected)
        return
    assert got.shape == expected.shape
    single = got.dtype.char in "fF"
    assert np.allclose(got, expected, rtol=1e-4 if single else 1e-9, atol=1e-3 if single else 1e-9)


@pytest.mark.parametrize("axes", [0, 1, (0, 1), (-1,), None, (0, 0), 5])
def test_axes_of_a_convolution(axes):
    rng = np.random.default_rng(9)
    a, b = rng.uniform(-1, 1, (5, 6)), rng.uniform(-1, 1, (5 if axes in (1, (-1,)) else 3, 6 if axes == 0 else 4))
    expected = outcome(lambda: scipy.signal.fftconvolve(a, b, axes=axes))
    got = outcome(lambda: stockham.signal.fftconvolve(a, b, axes=axes))
    assert (got is expected) if isinstance(expected, type) else np.allclose(got, expected)
