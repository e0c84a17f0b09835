"""stockham.signal.ShortTimeFFT equals scipy's class for random windows, slices and samples."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.signal
from hypothesis import given
from hypothesis import strategies as st

import stockham

NAMES = ["win", "p_min", "k_min", "f", "lower_border_end", "f_pts", "delta_f", "invertible", "fac_psd", "fac_magnitude", "m_num_mid",
         "delta_t", "T", "hop", "scaling", "onesided_fft"]


def outcome(call):
    try:
        return call()
    except Exception as error:
        return type(error)


@st.composite
def transforms(draw):
    """Both transforms, or the class of the exception that both raise."""
    points, hop = draw(st.sampled_from([1, 4, 9, 12])), draw(st.sampled_from([1, 3, 4, 14]))
    window = np.random.default_rng(points).random(points) + 0.1
    if points > 6:
        window[:draw(st.integers(0, 3))] = 0
        window[points - draw(st.integers(0, 3)):] = 0
    if draw(st.integers(0, 4)) == 0:
        window = window * np.exp(1j * np.arange(points))
    options = {"fft_mode": draw(st.sampled_from(["twosided", "centered", "onesided", "onesided2X"])),
               "mfft": points + draw(st.sampled_from([0, 3])), "scale_to": draw(st.sampled_from([None, "magnitude", "psd"])),
               "phase_shift": draw(st.none() | st.integers(-points, points))}
    return [outcome(lambda: each.ShortTimeFFT(window.copy(), hop, 3.0, **options)) for each in (scipy.signal, stockham.signal)]


@st.composite
def calls(draw):
    n = draw(st.sampled_from([2, 6, 11, 40]))
    shape, axis = draw(st.sampled_from([((n,), -1), ((2, n), -1), ((n, 3), 0)]))
    options = {"padding": draw(st.sampled_from(["zeros", "edge", "even", "odd"])), "k_offset": draw(st.integers(0, 2)), "axis": axis}
    if draw(st.booleans()):
        options.update(p0=0, p1=draw(st.integers(1, 3)))
    x = np.random.default_rng(n).random(shape)
    return n, (x + 1j * x[::-1] if draw(st.booleans()) else x), options


@given(transforms(), calls(), st.sampled_from([None, "constant", "linear"]))
def test_slices(both, call, detrend):
    if isinstance(both[0], type):
        assert both[0] is both[1]
        return
    (theirs, own), (n, x, options) = both, call
    for name in NAMES:
        expected, got = getattr(theirs, name), getattr(own, name)
        assert expected == got if isinstance(expected, (str, type(None))) else np.allclose(expected, got), name
    for name in ("p_max", "k_max", "t", "upper_border_begin", "p_num", "extent", "p_range"):
        expected, got = (outcome(lambda: getattr(each, name)(n)) for each in both)
        assert expected is got if isinstance(expected, type) else np.allclose(expected, got), name
    for k in (-5, 0, 3, 7):
        assert [theirs.nearest_k_p(k, left) == own.nearest_k_p(k, left) for left in (True, False)] == [True, True]
    for name, more in (("stft_detrend", (detrend,)), ("spectrogram", ()), ("spectrogram", (x * 2,))):
        expected, got = (outcome(lambda: getattr(each, name)(x, *more, **options)) for each in both)
        if isinstance(expected, type):
            assert got is expected
        else:
            assert got.dtype == expected.dtype and got.shape == expected.shape and np.allclose(got, expected)


@given(transforms(), calls(), st.integers(-13, 40), st.none() | st.integers(1, 60))
def test_samples(both, call, k0, k1):
    (theirs, own), (n, x, options) = both, call
    if isinstance(own, type) or not own.invertible:
        return
    axis = options["axis"]
    spectra = outcome(lambda: own.stft(x, axis=axis))
    if isinstance(spectra, type):
        return
    frequencies = (axis if axis >= 0 else axis - 1) % spectra.ndim
    whole = np.moveaxis(own.istft(spectra, own.k_min, f_axis=frequencies), frequencies, -1) if x.ndim > 1 else own.istft(
        spectra, own.k_min)
    assert np.allclose(whole[..., -own.k_min:][..., :n], np.moveaxis(x, axis, -1))
    expected, got = (outcome(lambda: each.istft(spectra, k0, k1, f_axis=frequencies)) for each in both)
    if isinstance(got, type):
        assert got is expected
        return
    part = whole[..., k0 - own.k_min:][..., :None if k1 is None else k1 - k0]
    assert np.allclose(np.moveaxis(got, frequencies, -1) if x.ndim > 1 else got, part)
    if k0 >= 0 and not isinstance(expected, type):  # scipy takes wrong slices for some negative k0, and fails for others
        assert got.shape == expected.shape and got.dtype == expected.dtype and np.allclose(got, expected)


def test_other_constructors():
    for symmetric in (False, True):
        expected, got = (each.ShortTimeFFT.from_window(("tukey", 0.3), 10.0, 12, 8, symmetric_win=symmetric, scale_to="psd",
                                                       fft_mode="centered") for each in (scipy.signal, stockham.signal))
        assert np.allclose(expected.win, got.win) and np.allclose(expected.dual_win, got.dual_win)
    expected, got = (each.ShortTimeFFT.from_dual(np.hanning(12) + 0.1, 3, 10.0, scale_to="magnitude")
                     for each in (scipy.signal, stockham.signal))
    assert np.allclose(expected.win, got.win) and np.allclose(expected.dual_win, got.dual_win)


@pytest.mark.parametrize("scale_to", [None, "magnitude", "psd", "unitary", "none"])
@pytest.mark.parametrize("hop", [1, 5, 12, 13])
def test_a_window_that_is_its_own_inverse(scale_to, hop):
    made = [outcome(lambda: each.ShortTimeFFT.from_win_equals_dual(np.hanning(12) + 0.1, hop, 10.0, scale_to=scale_to, mfft=16))
            for each in (scipy.signal, stockham.signal)]
    if isinstance(made[0], type):
        assert made[1] is made[0]
        return
    assert np.allclose(made[0].win, made[1].win) and np.allclose(made[0].dual_win, made[1].dual_win)
    assert made[0].scaling == made[1].scaling
    with pytest.raises(ValueError, match="floating point"):
        stockham.signal.ShortTimeFFT.from_win_equals_dual(np.ones(4, int), 2, 1.0)


def test_signals_on_a_device(queue):
    array = pytest.importorskip("pyopencl.array")
    x = np.random.default_rng(2).random((2, 100)).astype("f")
    transform = stockham.signal.ShortTimeFFT.from_window("hann", 10.0, 16, 12, mfft=20, scale_to="psd")
    got = transform.stft(array.to_device(queue, x))
    assert got.dtype == np.complex64 and np.allclose(got.get(), transform.stft(x), atol=1e-5)
    with pytest.raises(TypeError, match="default arguments"):
        transform.stft(array.to_device(queue, x), p0=0)
    with pytest.raises(TypeError, match="takes numpy arrays"):
        transform.istft(got)


def test_annotations():
    alias = stockham.signal.ShortTimeFFT[np.float64]
    assert alias.__origin__ is stockham.signal.ShortTimeFFT and alias.__args__ == (np.float64,)


def test_no_signals():
    transform = stockham.signal.ShortTimeFFT.from_window("hann", 10.0, 16, 12)
    slices = transform.stft(np.zeros((0, 100)))
    assert slices.shape[0] == 0 and transform.istft(slices, k1=100).shape == (0, 100)
