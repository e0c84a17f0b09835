"""Spectral densities and short-time transforms equal scipy's for random arguments."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import scipy.signal
from hypothesis import given
from hypothesis import strategies as st

import stockham

WINDOWS = ["hann", "hamming", "blackman", "nuttall", "blackmanharris", "flattop", "boxcar", ("tukey", 0.25), ("tukey", 1.5),
           ("kaiser", 3.0), "bartlett", "hann_symmetric"]


def outcome(call):
    """The arrays of a result, or the class of the exception."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return call()
    except Exception as error:
        return type(error)


def same(name, *args, tolerance=1e-9, **kwargs):
    expected, got = (outcome(lambda: getattr(module, name)(*args, **kwargs)) for module in (scipy.signal, stockham.signal))
    if isinstance(expected, type):
        assert isinstance(got, type) and issubclass(got, expected), (expected, got)
        return
    assert not isinstance(got, type), got
    for a, b in zip(expected, got):
        assert a.shape == b.shape and a.dtype == b.dtype
        limit = (1e-4 if a.dtype.char in "fF" else tolerance) * max(1, np.abs(a).max(initial=0))
        assert np.allclose(a, b, rtol=0, atol=limit), np.abs(a - b).max()


def signals(seed, shape, dtype):
    random = np.random.default_rng(seed)
    x = random.normal(size=shape) * 10
    return (x + 1j * random.normal(size=shape) if dtype in "FD" else x).astype(dtype)


@st.composite
def arguments(draw):
    n = draw(st.sampled_from([20, 33, 60]))  # few sizes, because each compiles
    nperseg = draw(st.sampled_from([2, 7, 16, 24]))
    window = draw(st.sampled_from(WINDOWS))
    if draw(st.booleans()) and draw(st.booleans()):
        window = np.random.default_rng(n).random(nperseg) + 0.1
    shape, axis = draw(st.sampled_from([((n,), -1), ((3, n), -1), ((n, 2), 0), ((2, n, 3), -2)]))
    return shape, axis, {"window": window, "nperseg": nperseg, "noverlap": draw(st.sampled_from([None, 0, nperseg - 1, nperseg])),
                         "nfft": draw(st.sampled_from([None, nperseg - 1, 30])), "fs": draw(st.sampled_from([1.0, 44.1])),
                         "return_onesided": draw(st.booleans()), "axis": axis}


DETREND = st.sampled_from(["constant", "linear", False, "quadratic"])
TYPES = st.sampled_from("fdFDih")


@given(arguments(), st.sampled_from(["density", "spectrum", "none"]), DETREND, st.sampled_from(["mean", "median", "mode"]), TYPES)
def test_welch_and_csd(wanted, scaling, detrend, average, dtype):
    shape, axis, kwargs = wanted
    kwargs.update(scaling=scaling, detrend=detrend, average=average)
    x = signals(1, shape, dtype)
    same("welch", x, **kwargs)
    y = list(shape)
    y[axis] -= 5
    same("csd", x, signals(2, tuple(y), dtype), **kwargs)


@given(arguments(), DETREND, TYPES, st.booleans())
def test_periodogram_and_coherence(wanted, detrend, dtype, onesided):
    shape, axis, kwargs = wanted
    x = signals(1, shape, dtype)
    same("periodogram", x, window="hann", nfft=kwargs["nfft"], detrend=detrend, return_onesided=onesided, axis=axis)
    if dtype not in "FDf" and len(shape) == 1:
        del kwargs["return_onesided"]
        kwargs["noverlap"] = kwargs["nperseg"] // 2
        same("coherence", x, signals(2, shape, dtype), detrend=detrend, tolerance=1e-6, **kwargs)


@given(arguments(), st.sampled_from(["density", "spectrum"]), DETREND,
       st.sampled_from(["psd", "complex", "magnitude", "phase", "angle", "power"]), TYPES)
def test_spectrogram(wanted, scaling, detrend, mode, dtype):
    shape, axis, kwargs = wanted
    x = signals(1, shape, dtype)
    if mode in ("phase", "angle"):  # angles of rounding errors are any
        detrend, x = False, x + 100
        kwargs.update(window="boxcar", nfft=None)
        if dtype in "fF":
            return
        expected = outcome(lambda: scipy.signal.spectrogram(x, detrend=detrend, scaling=scaling, mode="complex", **kwargs))
        got = outcome(lambda: stockham.signal.spectrogram(x, detrend=detrend, scaling=scaling, mode=mode, **kwargs))
        assert isinstance(got, type) == isinstance(expected, type)
        if not isinstance(got, type) and mode == "angle":
            assert np.allclose(np.abs(expected[2]) * np.exp(1j * got[2]), expected[2], atol=1e-6)
        return
    same("spectrogram", x, scaling=scaling, detrend=detrend, mode=mode, **kwargs)


@given(arguments(), st.sampled_from(["psd", "spectrum", "density"]), DETREND,
       st.sampled_from(["zeros", "even", "odd", "constant", None, "none"]), st.booleans(), TYPES)
def test_stft_and_istft(wanted, scaling, detrend, boundary, padded, dtype):
    shape, axis, kwargs = wanted
    kwargs.update(scaling=scaling, detrend=detrend, boundary=boundary, padded=padded)
    x = signals(1, shape, dtype)
    same("stft", x, **kwargs)
    spectra = outcome(lambda: scipy.signal.stft(x, **kwargs))
    if isinstance(spectra, type) or len(shape) > 1:
        return
    onesided = kwargs["return_onesided"] and dtype not in "FD"
    same("istft", spectra[2], kwargs["fs"], kwargs["window"], kwargs["nperseg"], kwargs["noverlap"], kwargs["nfft"], onesided,
         boundary is not None, scaling=scaling, tolerance=1e-7)


@pytest.mark.parametrize("axes", [(-1, -2), (0, 1), (2, 0), (-2, -1)])
def test_axes_of_istft(axes):
    spectra = signals(3, (5, 9, 17), "D")
    expected, got = (module.signal.istft(spectra, time_axis=axes[0], freq_axis=axes[1]) for module in (scipy, stockham))
    # scipy counts the samples along axis 0.
    assert np.allclose(expected[1], got[1]) and len(got[0]) in got[1].shape


def test_a_function_as_detrend():
    x = signals(5, (40, 2), "d")
    for name in ("stft", "spectrogram"):
        same(name, x, nperseg=8, axis=0, detrend=lambda s: s - s.max())


def test_empty_signals_and_windows_without_scipy(monkeypatch):
    for name in ("welch", "periodogram", "spectrogram", "stft"):
        same(name, np.empty((0, 3)))
    with pytest.warns(UserWarning, match="greater than the signal"):
        stockham.signal.welch(np.ones(20))
    monkeypatch.setitem(__import__("sys").modules, "scipy.signal", None)
    with pytest.raises(ValueError, match="needs scipy"):
        stockham.signal.welch(np.ones(300), window="parzen")


def test_device_arrays_are_refused(queue):
    array = pytest.importorskip("pyopencl.array")
    x = array.zeros(queue, 300, np.float32)
    for name in ("welch", "periodogram", "spectrogram", "stft", "istft"):
        with pytest.raises(TypeError, match="takes numpy arrays"):
            getattr(stockham.signal, name)(x)
