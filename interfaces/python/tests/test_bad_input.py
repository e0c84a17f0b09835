"""Invalid input: what scipy rejects raises the same class of exception, and invalid calls never reach OpenCL."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.fft

import stockham

X = np.ones((3, 4))
ALL_ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "dct", "idct", "dst", "idst"]
ALL_MANY = ["fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn", "dctn", "idctn", "dstn", "idstn"]

ONE_CASES = {
    "object array": lambda f: f(np.array([1, "a", None], object)),
    "strings": lambda f: f(["a", "b"]),
    "a scalar": lambda f: f(1.0),
    "no points": lambda f: f(np.zeros((3, 0))),
    "n of zero": lambda f: f(X, n=0),
    "negative n": lambda f: f(X, n=-2),
    "n not a number": lambda f: f(X, n=float("nan")),
    "n a fraction": lambda f: f(X, n=2.5),
    "n text": lambda f: f(X, n="4"),
    "axis too large": lambda f: f(X, axis=2),
    "axis too small": lambda f: f(X, axis=-3),
    "axis a fraction": lambda f: f(X, axis=0.5),
    "unknown norm": lambda f: f(X, norm="orthogonal"),
    "norm of another type": lambda f: f(X, norm=1),
    "no workers": lambda f: f(X, workers=0),
    "workers out of range": lambda f: f(X, workers=-10**6),
    "workers a fraction": lambda f: f(X, workers=2.5),
}

MANY_CASES = {
    "object array": lambda f: f(np.array([1, "a", None], object)),
    "repeated axes": lambda f: f(X, axes=(0, 0)),
    "repeated axes, one negative": lambda f: f(X, axes=(1, -1)),
    "axis out of range": lambda f: f(X, axes=(2,)),
    "axes a fraction": lambda f: f(X, axes=(0.5,)),
    "axes text": lambda f: f(X, axes="ab"),
    "s of another length": lambda f: f(X, s=(2,), axes=(0, 1)),
    "s longer than the axes": lambda f: f(X, s=(2, 2, 2)),
    "s of zero": lambda f: f(X, s=(0, 2)),
    "negative s": lambda f: f(X, s=(2, -3)),
    "s a fraction": lambda f: f(X, s=(2.5, 2)),
    "no points": lambda f: f(np.zeros((0, 3))),
    "unknown norm": lambda f: f(X, norm="x"),
    "no workers": lambda f: f(X, workers=0),
}


def same_refusal(name, call):
    with pytest.raises(Exception) as expected:
        call(getattr(scipy.fft, name))
    with pytest.raises(expected.type) as got:
        call(getattr(stockham.fft, name))
    assert isinstance(got.value, expected.type)


@pytest.mark.parametrize("case", ONE_CASES)
@pytest.mark.parametrize("name", ALL_ONE)
def test_one_axis(name, case):
    if case == "n of zero" and name in ("irfft", "hfft"):
        with pytest.raises(ValueError):  # scipy returns an empty array
            ONE_CASES[case](getattr(stockham.fft, name))
        return
    same_refusal(name, ONE_CASES[case])


@pytest.mark.parametrize("case", MANY_CASES)
@pytest.mark.parametrize("name", ALL_MANY)
def test_some_axes(name, case):
    same_refusal(name, MANY_CASES[case])


@pytest.mark.parametrize("name", ["rfft", "ihfft", "rfftn", "ihfftn"])
def test_complex_data_where_real_is_wanted(name):
    same_refusal(name, lambda f: f(X + 1j))


@pytest.mark.parametrize("name", ["rfftn", "irfftn", "hfftn", "ihfftn"])
def test_no_axes(name):
    same_refusal(name, lambda f: f(X, axes=()))


@pytest.mark.parametrize("name", ["fftn", "ifftn", "dctn", "idctn", "dstn", "idstn"])
def test_no_axes_of_complex_data_is_the_array_itself(name):
    function = getattr(stockham.fft, name)
    assert function(X, axes=()) is X
    for x in ([1, 2], 3.0, np.float32(3), np.ones(3, np.int16)):
        got, expected = function(x, axes=()), getattr(scipy.fft, name)(x, axes=())
        assert isinstance(got, np.ndarray) and got.dtype == expected.dtype and np.array_equal(got, expected)


@pytest.mark.parametrize("kind", [0, 5, -1, "2", None])
def test_type_of_a_cosine_transform(kind):
    same_refusal("dct", lambda f: f(X, kind))


def test_dct1_of_one_point():
    same_refusal("dct", lambda f: f(np.ones((3, 1)), 1))


@pytest.mark.parametrize("shape", [(0, 4), (3, 0, 4), (0,)])
def test_empty_batches(shape):
    for name in ("fft", "rfft", "dct"):
        try:
            expected = getattr(scipy.fft, name)(np.zeros(shape))
        except ValueError:
            same_refusal(name, lambda f: f(np.zeros(shape)))
        else:
            got = getattr(stockham.fft, name)(np.zeros(shape))
            assert got.shape == expected.shape and got.dtype == expected.dtype


def test_long_double_is_refused():
    with pytest.raises(TypeError, match="float64"):
        stockham.fft.fft(np.ones(4, np.longdouble))


def test_a_plan_of_another_library():
    same_refusal("fft", lambda f: f(X, plan=object()))


def test_more_points_than_the_library_transforms():
    with pytest.raises(stockham.UnsupportedError):
        stockham.Plan(f"c2c f32 {2**32 + 1}")
    with pytest.raises((stockham.UnsupportedError, stockham.DeviceMemoryError, stockham.ArgumentError)):
        stockham.Plan("c2c f32 1024 b9000000000000000000")


@pytest.mark.parametrize("problem", ["", "c2c", "c2c f32", "c2c f32 0", "c2c f31 8", "c2c f32 8 b0", "c2c f32 -8",
                                     "r2c f32 8 inv", "c2c f32 8 is=0 os=0", "x" * 10000])
def test_problem_strings(problem):
    with pytest.raises((ValueError, stockham.UnsupportedError)):
        stockham.Plan(problem)


def test_devices_that_are_not_there():
    with pytest.raises(ValueError):
        stockham.set_device("no such device")
    with pytest.raises(ValueError):
        stockham.find_device(10**6)


def test_read_only_output():
    plan = stockham.Plan("c2c f64 8")
    out = np.zeros(8, complex)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        plan(np.ones(8, complex), out)


def test_arrays_unlike_the_plan():
    x = np.ones((4, 8), complex)
    plan = stockham.Plan(x, axes=(1,))
    for other in (np.ones((8, 4), complex), x.astype(np.complex64), x.T, x[:, ::2], x.real):
        with pytest.raises(ValueError):
            plan(other)
    with pytest.raises(ValueError):
        plan(x, np.empty((4, 8), np.complex64))
    with pytest.raises(ValueError):
        plan(x, x)
    short = stockham.Plan("c2c f64 8")
    with pytest.raises(ValueError):
        short(np.ones(7, complex))
    with pytest.raises(TypeError):
        short(np.ones(8))


def test_overlapping_host_arrays():
    memory = np.random.default_rng(0).uniform(-1, 1, 24) + 0j
    expected = np.fft.fft(memory[:16])
    stockham.Plan(memory[:16], memory[8:])(memory[:16], memory[8:])
    assert np.allclose(memory[8:], expected)


def test_callbacks_that_do_not_compile():
    with pytest.raises(stockham.CallbackError) as caught:
        stockham.Plan("c2c f32 16", on_load="float2 on_load(global const void* i, ulong p, global const void* u) { oops }")
    assert isinstance(caught.value, ValueError) and caught.value.build_log


def test_errors_say_which_field():
    with pytest.raises(stockham.ArgumentError) as caught:
        stockham.Plan("c2c f32 8", rigor="guess")
    assert caught.value.field == "rigor"
    with pytest.raises(stockham.UnsupportedError) as refused:
        stockham.Plan("c2c f32 4294967297")
    assert refused.value.rule


def test_dlpack_of_another_device():
    class Foreign:
        def __dlpack_device__(self):
            return (2, 0)  # CUDA

        def __dlpack__(self, **_):
            raise AssertionError("must not be asked")

    with pytest.raises(TypeError, match="DLPack"):
        stockham.fft.fft(Foreign())


def test_dlpack_of_the_host():
    class Host:
        def __init__(self, x):
            self.x = x

        def __dlpack_device__(self):
            return self.x.__dlpack_device__()

        def __dlpack__(self, **kwargs):
            return self.x.__dlpack__(**kwargs)

    assert np.allclose(stockham.fft.fft(Host(np.arange(8.0))), np.fft.fft(np.arange(8.0)))


NOT_NUMBERS = [None, "x", b"x", object(), [], {}, ..., 1j, np.array([1, 2])]
NOT_WHOLE = [*NOT_NUMBERS, 1.5, -1, 2**70, -2**70]


@pytest.mark.parametrize("field, values", [
    ("device_memory", NOT_WHOLE), ("chunk_bytes", NOT_WHOLE), ("copy_threads", [*NOT_WHOLE, 2**32]),
    ("patience", [*NOT_NUMBERS, -1, -1e-9, float("nan"), -float("inf")]), ("plan_string", [None, 1, b"x", []]),
    ("progress", ["x", 1]), ("message", ["x", 1])])
def test_options_of_a_job(field, values):
    """Each is refused by name before it reaches the binding, whose TypeError lists C++ types."""
    for value in values:
        for make in (lambda **option: stockham.Job("c2c f32 64", **option),
                     lambda **option: stockham.Job.convolution("c2c f32 64", np.ones(64, "F"), **option)):
            with pytest.raises(stockham.ArgumentError, match=field) as caught:
                make(**{field: value})
            assert caught.value.field == field


@pytest.mark.parametrize("field, values", [
    ("time_limit", [*NOT_NUMBERS, -1, float("nan")]), ("on_load", [None, 1]), ("plan_string", [None, 1]), ("rigor", [None, 1]),
    ("queue", ["x", 1, 1.5]), ("wisdom", ["x", 1]), ("progress", ["x", 1])])
def test_options_of_a_plan(field, values):
    for value in values:
        with pytest.raises(stockham.ArgumentError, match=field) as caught:
            stockham.Plan("c2c f32 64", **{field: value})
        assert caught.value.field == field


def test_arguments_of_imaging_functions():
    x = np.ones((8, 8))
    imaging = stockham.imaging
    calls = {
        "a": lambda v: imaging.czt(x, a=v), "w": lambda v: imaging.czt(x, w=v if v is not None else "x"),
        "axis": lambda v: imaging.czt(x, axis=v), "fs": lambda v: imaging.zoom_fft(x, 0.1, fs=v),
        "fn": lambda v: imaging.zoom_fft(x, v), "hop": lambda v: imaging.ShortTimeFFT(x[0], v),
        "upsample_factor": lambda v: imaging.phase_cross_correlation(x, x, upsample_factor=v),
        "iterations": lambda v: imaging.deconvolve(x, x, iterations=v), "tile": lambda v: imaging.thon_rings(x, tile=v),
        "threshold": lambda v: imaging.match(x, x, threshold=v), "pitch": lambda v: imaging.propagate(x, 1, 1, v),
        "min_peak": lambda v: imaging.register(np.eye(48), np.eye(48), min_peak=v),
    }
    for field, call in calls.items():
        for value in [None, "x", object(), ..., {}, 10**400]:
            with pytest.raises(ValueError) as caught:
                call(value)
            assert getattr(caught.value, "field", field) == field
    for axis in (2, -3, 2**70, -2**70, 0.5, None):
        with pytest.raises(stockham.ArgumentError, match="axis"):
            imaging.czt(x, axis=axis)
    for space in (1.0, None, [], "other"):
        with pytest.raises(ValueError, match="space"):
            imaging.phase_cross_correlation(x, x, space=space)


def test_lengths_beyond_the_library():
    for length in (2**32 + 1, 2**70):
        with pytest.raises(stockham.ArgumentError, match="target"):
            stockham.fft.next_fast_len(length)


@pytest.mark.parametrize("name", ALL_ONE + ALL_MANY)
def test_lengths_above_the_limit_are_refused_before_memory_is_allocated(name):
    lengths = {"n": 2**40} if name in ALL_ONE else {"s": (1, 2**40)}
    with pytest.raises(stockham.UnsupportedError, match="at most 4294967296 points") as refusal:
        getattr(stockham.fft, name)(X, **lengths)
    assert refusal.value.rule == "lengths"
