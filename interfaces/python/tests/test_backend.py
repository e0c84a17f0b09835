"""Compares scipy.fft.set_backend(stockham) and stockham.signal with scipy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.fft
import scipy.signal
from hypothesis import given, strategies as st

import stockham
from stockham.fft import _transforms


@pytest.fixture
def calls(monkeypatch):
    """Records the transforms computed by stockham."""
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


@pytest.fixture(params=["set_backend", "set_global_backend"])
def backend(request):
    """Sets stockham as the backend, by either function."""
    if request.param == "set_backend":
        with scipy.fft.set_backend(stockham):
            yield
    else:
        scipy.fft.set_global_backend(stockham)
        yield
        scipy.fft.set_global_backend("scipy", try_last=True)  # scipy's default


LONG = np.arange(1, 9, dtype=np.longdouble)
FOR_SCIPY = {
    "longdouble": lambda: scipy.fft.fft(LONG),
    "longdouble by keyword": lambda: scipy.fft.rfftn(x=LONG),
    "longdouble in a list": lambda: scipy.fft.dct(list(LONG)),
    "longdouble without axes": lambda: scipy.fft.fftn(LONG, axes=()),
    "fht": lambda: scipy.fft.fht(np.arange(1, 9), 0.1, 0.5),
    "ifht": lambda: scipy.fft.ifht(np.arange(1, 9), 0.1, 0.5),
    "irfft of no points": lambda: scipy.fft.irfft(np.ones(4), n=0),
    "hfft of no points": lambda: scipy.fft.hfft(np.ones(4), n=0),
    "a foreign plan": lambda: scipy.fft.fft(np.ones(4), plan="foo"),
    "an unknown norm": lambda: scipy.fft.fft(np.ones(4), norm="no"),
    "an axis too many": lambda: scipy.fft.fft(np.ones(4), axis=1),
    "text": lambda: scipy.fft.fft(["a"]),
}


def outcome_and_text(call):
    try:
        return call(), None
    except Exception as refused:
        return type(refused), str(refused)


@pytest.mark.parametrize("case", FOR_SCIPY)
def test_unsupported_calls_are_left_to_scipy(backend, case):
    with scipy.fft.set_backend("scipy", only=True):
        expected, text = outcome_and_text(FOR_SCIPY[case])
    got, got_text = outcome_and_text(FOR_SCIPY[case])
    assert got_text == text
    if text is not None:
        assert got is expected
    elif case in ("fht", "ifht"):  # which call scipy.fft.rfft
        assert np.allclose(got, expected)
    else:
        assert np.array_equal(got, expected) and got.dtype == expected.dtype


@pytest.mark.parametrize("keyword", [True, False])
@pytest.mark.parametrize("name", ["fft", "dct"])
def test_too_large_arrays_are_left_to_scipy(backend, name, keyword, monkeypatch, caplog):
    """The input is not changed before scipy transforms it, although overwrite_x allows it."""
    x = np.random.default_rng(6).uniform(-1, 1, 64)
    with scipy.fft.set_backend("scipy", only=True):
        expected = getattr(scipy.fft, name)(x, norm="ortho", **({"type": 3} if name == "dct" else {}))
    monkeypatch.setattr("stockham._arrays.host_runs.memory_limit", 256)
    caplog.set_level("INFO", "stockham.backend")
    first = (3,) if name == "dct" else ()
    if keyword:
        got = getattr(scipy.fft, name)(x.copy(), *first, norm="ortho", overwrite_x=True)
    else:
        got = getattr(scipy.fft, name)(x.copy(), *first, None, -1, "ortho", True)
    assert np.array_equal(got, expected)
    assert f"{name} goes to scipy: " in caplog.text and "; the limit is 256" in caplog.text


def test_unsupported_lengths_are_left_to_scipy(backend, monkeypatch):
    def make_plan(*_):
        raise stockham.UnsupportedError("too many points")

    monkeypatch.setattr("stockham._stockham.make_plan", make_plan)
    stockham.cache.clear()
    assert np.allclose(scipy.fft.fft(np.ones(5)), [5, 0, 0, 0, 0])


def test_wrong_plans_are_not_left_to_scipy(backend):
    with pytest.raises(stockham.ArgumentError, match="plan"):
        scipy.fft.fft(np.ones(8), plan=stockham.Plan("c2c f64 4"))


def test_device_arrays_are_not_left_to_scipy(backend, queue):
    cl_array = pytest.importorskip("pyopencl.array")
    x = cl_array.to_device(queue, np.ones(8, np.float32))
    assert np.allclose(scipy.fft.fft(x).get(), np.fft.fft(np.ones(8)))
    with pytest.raises(ValueError, match="data points"):
        scipy.fft.irfft(x, n=0)


def test_only_this_backend():
    from scipy.fft import fft

    with scipy.fft.set_backend(stockham, only=True), pytest.raises(NotImplementedError, match="No selected backends"):
        fft(LONG)


class Duck:
    """An array with rules of its own for numpy's functions, as pint's arrays with units are."""

    def __array_function__(self, *_):
        raise AssertionError("scipy.fft must not ask for it")

    def __array__(self, dtype=None, copy=None):
        return np.arange(8.0)


class Exporter:
    """An array that only exports its memory."""

    def __dlpack_device__(self):
        return np.ones(8).__dlpack_device__()

    def __dlpack__(self, **more):
        return np.ones(8).__dlpack__(**more)


def test_arrays_that_cannot_return_are_left_to_scipy(backend, calls):
    assert type(scipy.fft.fft(Duck())) is np.ndarray
    with pytest.raises(TypeError):
        scipy.fft.fft(Exporter())
    da = pytest.importorskip("dask.array")
    assert np.allclose(scipy.fft.dct(da.ones(8)), scipy.fft.dct(np.ones(8)))
    assert calls == ["real_to_real"]


def test_arrays_of_other_libraries_return(backend):
    x = np.arange(8.0)
    da = pytest.importorskip("dask.array")
    assert isinstance(scipy.fft.fft(da.asarray(x)), da.Array)
    jax = pytest.importorskip("jax")
    assert isinstance(scipy.fft.fft(jax.numpy.asarray(x)), jax.Array)
    units = pytest.importorskip("astropy.units")
    assert scipy.fft.fft(x * units.m).unit == units.m


def test_functions_of_scipy_for_the_array_api(run_apart):
    """The same results as without the backend, of the same library."""
    pytest.importorskip("array_api_strict")
    said, status = run_apart("""
import array_api_strict as strict, numpy as np, scipy.fft, scipy.signal as signal, stockham
x, y = strict.asarray(np.random.default_rng(3).uniform(-1, 1, 200)), strict.ones(7, dtype=strict.float64)
calls = {"fft": lambda: scipy.fft.fft(x), "dct": lambda: scipy.fft.dct(x), "oaconvolve": lambda: signal.oaconvolve(x, y),
         "fftconvolve": lambda: signal.fftconvolve(x, y), "hilbert": lambda: signal.hilbert(x),
         "resample": lambda: signal.resample(x, 150), "resample by a window": lambda: signal.resample(x, 150, window="hann")}

def outcome(call):
    try:
        return call()
    except Exception as refused:
        return type(refused)

for name, call in calls.items():
    expected = outcome(call)
    with scipy.fft.set_backend(stockham):
        got = outcome(call)
    if isinstance(expected, type):
        print(name, expected, got)
        assert got is expected, name
    else:
        assert type(got) is type(expected) and np.allclose(np.from_dlpack(got), np.from_dlpack(expected)), name
""", SCIPY_ARRAY_API="1")
    assert status == 0, said


def test_forked_children_use_scipy(run_apart):
    said, status = run_apart("""
import os, numpy as np, scipy.fft, stockham
scipy.fft.set_global_backend(stockham)
first = scipy.fft.fft(np.ones(16))
child = os.fork()
value = scipy.fft.fft(np.ones(16))[0]
if child:
    print(value, os.waitpid(child, 0)[1])
else:
    os._exit(0 if value == 16 else 1)
""")
    assert status == 0 and "(16+0j) 0" in said


def test_unchanged_programs(calls):
    """Functions of scipy that call scipy.fft."""
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
    common = np.result_type(a, b)  # scipy transforms arrays of mixed types each in its own precision
    expected = outcome(lambda: getattr(scipy.signal, name)(a.astype(common), b.astype(common), mode))
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
