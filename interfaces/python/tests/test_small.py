"""Small numpy arrays, which the host transforms: their accuracy, and when the host transforms them."""

from __future__ import annotations

import types
from concurrent.futures import ThreadPoolExecutor
from math import log2, sqrt

import numpy as np
import pytest
import scipy.fft
import scipy.signal

import stockham
import test_against_scipy
from reference import EPS, check, exact
from stockham import _stockham
from stockham._arrays import host_runs, host_small

FOURIER = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
COSINES = [(name, number) for name in ("dct", "dst") for number in (1, 2, 3, 4)]
LENGTHS = [*range(1, 34), 37, 64, 65, 66, 77, 81, 97, 98, 100, 126, 127, 243, 251, 509, 1000, 1021, 1024, 1485, 2039, 2048, 2916, 3125,
           4093, 4096, 5000, 6561, 8191, 8192, 9720, 11907, 13365, 15050, 30100]


@pytest.fixture
def on_host(monkeypatch):
    """Small arrays are transformed on the host in spite of conftest.py; returns the problems that the device transforms."""
    monkeypatch.setattr(host_small, "_word", "host")
    stockham.cache.clear()
    planned = []
    make_plan = _stockham.make_plan
    monkeypatch.setattr(_stockham, "make_plan", lambda c, d, what, *more: planned.append(str(what)) or make_plan(c, d, what, *more))
    yield planned
    stockham.cache.clear()


def largest_factor(n):
    p = 2
    while p * p <= n:
        n, p = (n // p, p) if n % p == 0 else (n, p + 1)
    return n


def gate(dtype, n, points, scaled):
    """The limit of docs/performance.md for `n` points computed as `points`."""
    eps = EPS[dtype.char]
    return (0.6 * eps * sqrt(log2(n)) + eps) * (2 if largest_factor(points) > 13 else 1) + eps * scaled


def signals(rng, n, dtype, is_complex):
    """16 signals, 64 if they are short, and 2 if they are long."""
    shape = (64 if n < 64 else 16 if n < 5000 else 2, n)
    x = rng.uniform(-1, 1, shape)
    return (x + 1j * rng.uniform(-1, 1, shape) if is_complex else x).astype(dtype.upper() if is_complex else dtype)


@pytest.mark.parametrize("dtype", ["f", "d"])
@pytest.mark.parametrize(("name", "number"), [*((name, 0) for name in FOURIER), *COSINES])
def test_accuracy(on_host, monkeypatch, name, number, dtype):
    """Of batches, which are larger than small arrays, so that errors are means."""
    monkeypatch.setattr(host_small, "LIMITS", {"cpu": dict.fromkeys(host_small.LIMITS["cpu"], 1 << 18)})
    rng = np.random.default_rng(3)
    for n in [n for n in LENGTHS if not number or n <= 2048][(name, number) == ("dct", 1):]:
        computed = 2 * (n + {"dct": -1, "dst": 1}[name]) if number == 1 else 2 * n if number == 4 else n
        if dtype == "d" and computed > 1024 and not host_small._is_accurate_length(computed):
            continue
        x = signals(rng, n // 2 + 1 if name in ("irfft", "hfft") else n, dtype, name in ("fft", "ifft", "irfft", "hfft"))
        what = {"type": number} if number else {"n": n}
        points = n + {"dct": -1, "dst": 1}[name] if number == 1 else n
        for norm in ("backward", "ortho", "forward") if n < 128 else ("backward", "forward"):
            scaled = norm != ("forward" if name in ("ifft", "irfft", "ihfft") else "backward")
            got = getattr(stockham.fft, name)(x, norm=norm, **what)
            wanted = exact(name, x, norm=norm, **what)
            assert got.dtype.char in (dtype, dtype.upper()) and got.shape == wanted.shape
            error, limit = np.linalg.norm(got - wanted) / np.linalg.norm(wanted), gate(got.dtype, n, points, scaled)
            assert error <= limit, f"{name}{number or ''} of {n}, {norm}: {error:.3g}, limit {limit:.3g}"
    assert not on_host


@pytest.mark.parametrize(("name", "number", "n", "there"), [
    ("fft", 0, 1024, False), ("fft", 0, 1023, False), ("fft", 0, 1025, True), ("fft", 0, 1028, True), ("fft", 0, 2916, False),
    ("fft", 0, 2187, True), ("fft", 0, 3125, False), ("fft", 0, 3645, True), ("rfft", 0, 7986, True), ("rfft", 0, 15050, False),
    ("fft", 0, 1690, True), ("irfft", 0, 1093, True), ("dct", 1, 513, False), ("dct", 1, 514, False), ("dct", 1, 515, True),
    ("dct", 2, 1020, False), ("dst", 1, 511, False), ("dst", 1, 513, True), ("dct", 4, 512, False), ("dst", 4, 521, True),
    ("dst", 4, 640, False)])
def test_lengths_that_are_inaccurate_on_the_host(on_host, monkeypatch, name, number, n, there):
    """In double precision they are left to the device."""
    planned = []
    monkeypatch.setattr(host_runs, "_run_whole", lambda *_: planned.append(n))
    what = {"type": number} if number else {"n": n}
    for dtype in "fd":
        x = np.ones(n // 2 + 1 if name == "irfft" else n, dtype.upper() if name == "irfft" else dtype)
        getattr(stockham.fft, name)(x, **what)
        assert bool(planned) == (there and dtype == "d")


def test_limits(on_host, monkeypatch):
    """The most points of the larger of the two arrays, of all its rows, where a CPU has many cores."""
    monkeypatch.setattr(stockham.get_device(), "compute_units", 4)
    stockham.cache.clear()
    planned = []
    monkeypatch.setattr(host_runs, "_run_whole", lambda request, *_: planned.append(request))
    for kind, function, shape in [("c2c", stockham.fft.ifft, (8, 1024)), ("r2c", stockham.fft.rfft, (16, 1024)),
                                  ("c2r", lambda x: stockham.fft.irfft(x, 2 * (x.shape[-1] - 1)), (16, 513)),
                                  ("dct", stockham.fft.dct, (2, 1024)), ("r2c", stockham.fft.rfft2, (128, 128)),
                                  ("dst", stockham.fft.dstn, (32, 64)), ("c2c", stockham.fft.ifft2, (4, 32, 64))]:
        dtype = np.complex64 if kind[0] == "c" else np.float32
        function(np.ones(shape, dtype))
        assert not planned
        function(np.ones((shape[0] + 1, *shape[1:]), dtype))
        assert [each.kind[:3] for each in planned] == [kind]
        planned.clear()


def test_the_same_bits(on_host):
    """The first call, later calls, and calls that the short cut of repeated calls leaves out."""
    rng = np.random.default_rng(1)
    for name in ("fft", "ifft", "rfft", "irfft", "fft2", "ifftn", "rfftn", "irfft2"):
        real = name.startswith("rfft")
        x = rng.uniform(-1, 1, (12, 37)) + (0 if real else 1j * rng.uniform(-1, 1, (12, 37)))
        function = getattr(stockham.fft, name)
        whole = {"n": 37} if name in ("fft", "ifft", "rfft") else {}
        first = function(x)
        strided = np.repeat(x, 2, axis=1)[:, ::2]
        plain = function.__wrapped__(x)
        of_numpy = {name: np.int64(n) for name, n in whole.items()}
        for again in (function(x), function(x, **whole), function(x, **of_numpy), plain, function(x.tolist()), function(strided),
                      function(x.copy("F")), function(x, workers=2), function(x.astype(x.dtype.newbyteorder())), function(np.ma.array(x).data)):
            assert again.tobytes() == first.tobytes() and again.flags.c_contiguous and again.dtype == first.dtype
        stockham.cache.clear()
        with ThreadPoolExecutor(8) as pool:
            assert all(each.tobytes() == first.tobytes() for each in pool.map(function, [x] * 100))
    assert not on_host


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft"])
def test_padded_and_truncated_lines(on_host, name):
    """numpy.fft pads and truncates them, with the bits of copies."""
    rng = np.random.default_rng(6)
    function = getattr(stockham.fft, name)
    for dtype in ["f", "d"] if name == "rfft" else ["F", "D"] if name in ("ifft", "irfft") else ["f", "d", "F", "D"]:
        for shape, axis in [((3, 33), 1), ((33, 3), 0), ((1,), 0), ((2, 8), -1)]:
            x = rng.uniform(-1, 1, (2, *shape)).astype(dtype.lower()).astype(dtype)[1]
            for n in (1, 2, 3, 7, 8, 20, 64, 65):
                assert function(x, n, axis).tobytes() == function.__wrapped__(x, n, axis).tobytes()
                check(function(x, n, axis), exact(name, x, n, axis), n)
    assert not on_host


def test_more_points_beside_few_cores(on_host, monkeypatch):
    """Rows of at most 8192 points without large prime factors, and longer real lines with them."""
    planned = []
    monkeypatch.setattr(host_runs, "_run_whole", lambda request, *_: planned.append(request))
    for cores, there in ((2, 0), (4, 1)):
        monkeypatch.setattr(stockham.get_device(), "compute_units", cores)
        stockham.cache.clear()
        for function, x in [(stockham.fft.rfft, np.ones((32, 2048))), (stockham.fft.irfft, np.ones((32, 1024), complex)),
                            (stockham.fft.fft, np.ones((16, 1024), complex)), (stockham.fft.rfft, np.ones((64, 2048), np.float32)),
                            (stockham.fft.ifft, np.ones((4, 8192), np.complex64)), (stockham.fft.rfft, np.ones((4, 15050))),
                            (stockham.fft.rfft, np.ones(60200, np.float32)), (stockham.fft.irfft, np.ones(30101, complex))]:
            planned.clear()
            function(x)
            assert len(planned) == there
        for function, x in [(stockham.fft.rfft, np.ones((65, 2048), np.float32)), (stockham.fft.rfft, np.ones(60000)),
                            (stockham.fft.rfft, np.ones((64, 1009), np.float32)), (stockham.fft.rfft2, np.ones((32, 2048))),
                            (stockham.fft.fft, np.ones(15050, complex))]:
            planned.clear()
            function(x)
            assert len(planned) == 1


def test_ufuncs_of_another_numpy(on_host, monkeypatch):
    """The private ones are not used if they compute something else."""
    x = np.random.default_rng(2).uniform(-1, 1, (3, 40)) + 0j
    wanted = stockham.fft.ifft(x)
    for wrong in (types.SimpleNamespace(), types.SimpleNamespace(ifft=lambda x, factor, out, axes: None),
                  types.SimpleNamespace(ifft=lambda x, factor: x)):
        monkeypatch.setattr(np.fft, "_pocketfft_umath", wrong)
        stockham.cache.clear()
        assert host_small._ufunc_of("ifft", 0) is None and np.allclose(stockham.fft.ifft(x), wanted, rtol=1e-15)


def test_equal_arguments_of_other_types(on_host):
    """Arguments that equal those of a call before are refused as without it."""
    x = np.ones((4, 64), np.complex64)
    stockham.fft.fft(x, 64)
    stockham.fft.fft(x, n=64, axis=1)
    stockham.fft.fftn(x, axes=None)
    for arguments in ({"n": 64.0}, {"n": 64, "axis": 1.0}, {"n": "64"}, {"norm": "none"}, {"axis": 2}, {"n": 0},
                      {"plan": 3}, {"workers": 0}, {"unknown": 1}):
        with pytest.raises(Exception) as theirs:
            scipy.fft.fft(x, **arguments)
        for _ in range(2):
            with pytest.raises(theirs.type):
                stockham.fft.fft(x, **arguments)
    assert stockham.fft.fft(x, np.int64(64)).shape == (4, 64)
    assert stockham.fft.fft(x, True).shape == (4, 1)
    assert stockham.fft.fft(np.ones((0, 8))).shape == (0, 8)


def test_results_are_new_arrays(on_host):
    x = np.ones(64, np.complex64)
    one, other = stockham.fft.fft(x), stockham.fft.fft(x)
    assert not np.shares_memory(one, other) and not np.shares_memory(one, x)


def test_older_numpy(on_host, monkeypatch):
    """Without the argument `out`, results in double precision are rounded to the type of the array."""
    monkeypatch.setattr(host_small, "_OUT", False)
    monkeypatch.setattr(host_small, "_ufunc_of", lambda *_: None)
    x = np.random.default_rng(2).uniform(-1, 1, (3, 40)).astype(np.float32)
    for name in ("fft", "rfft", "ihfft", "dct"):
        got, wanted = getattr(stockham.fft, name)(x, norm="ortho"), exact(name, x, norm="ortho")
        assert got.dtype.char in "fF" and np.allclose(got, wanted, atol=1e-6)


def test_a_plan_is_checked_but_not_needed(on_host):
    x = np.ones((3, 64), np.complex64)
    plan = stockham.Plan(x, axes=(1,))
    on_host.clear()
    for _ in range(2):
        assert stockham.fft.fft(x, plan=plan).tobytes() == stockham.fft.fft(x).tobytes()
        assert stockham.fft.fft(x.tolist(), plan=stockham.Plan("c2c f64 64 b3"))[0, 0] == 64
        for other in (stockham.fft.ifft, stockham.fft.fft2):
            with pytest.raises(stockham.ArgumentError, match="the plan is for"):
                other(x, plan=plan)


def test_a_plan_with_callbacks_is_executed(on_host):
    x = np.ones(64, np.complex64)
    twice = ("float2 on_load(global const void* in, ulong i, global const void* data) "
             "{ return 2 * ((global const float2*)in)[i]; }")
    plan = stockham.Plan("c2c f32 64", on_load=twice)
    assert stockham.fft.fft(x, plan=plan)[0] == 128


def test_plans_are_executed_on_the_device(on_host, monkeypatch):
    plan = stockham.Plan("c2c f32 64")
    monkeypatch.setattr(host_small, "transformation", None)
    assert plan(np.ones(64, np.complex64))[0] == 64 and on_host == ["c2c f32 64"]


def test_info(on_host, monkeypatch):
    assert stockham.info()["small"] == f"numpy.fft {np.__version__}"
    assert stockham.info()["small_limits"]["c2c"] >= 1024
    assert stockham.info()["device"] == stockham.get_device()
    monkeypatch.setattr(host_small, "_word", "device")
    assert stockham.info()["small"] == "device" and stockham.info()["small_limits"] == {}


PROGRAM = """
import numpy as np, stockham
try:
    print(stockham.fft.fft(np.ones(64))[0], stockham.cache.plan_count(), stockham.info()["small"])
except stockham.ArgumentError as error:
    print(error.field, error)
"""


@pytest.mark.parametrize(("word", "said"), [
    ("device", "(64+0j) 1 device"), ("host", f"(64+0j) 0 numpy.fft {np.__version__}"), ("", f"(64+0j) 0 numpy.fft {np.__version__}"),
    ("off", "STOCKHAM_SMALL STOCKHAM_SMALL: 'off' is neither 'host' nor 'device'")])
def test_the_environment(run_apart, word, said):
    assert run_apart(PROGRAM, STOCKHAM_SMALL=word) == (said + "\n", 0)


def test_in_a_forked_process(run_apart):
    """Small arrays need no OpenCL."""
    said, status = run_apart("""
import os, numpy as np, stockham
stockham.fft.fft(np.ones(5000))
child = os.fork()
if child == 0:
    print(stockham.fft.fft(np.ones(64))[0], flush=True)
    os._exit(0)
print(os.waitpid(child, 0)[1])
""", STOCKHAM_SMALL="host")
    assert (said, status) == ("(64+0j)\n0\n", 0)


def test_as_backend(on_host):
    """Of programs that make many small calls."""
    x = np.random.default_rng(4).uniform(-1, 1, 5000)
    window = scipy.signal.ShortTimeFFT(scipy.signal.windows.hann(128, sym=False), 64, 1.0)
    programs = [lambda: scipy.signal.welch(x)[1], lambda: window.stft(x), lambda: window.istft(window.stft(x)),
                lambda: scipy.signal.hilbert(x[:999]), lambda: scipy.fft.dctn(x.reshape(50, 100)[:20])]
    for program in programs:
        wanted = program()
        with scipy.fft.set_backend(stockham, only=True):
            assert np.allclose(program(), wanted, rtol=1e-12, atol=1e-14 * np.abs(wanted).max())
    assert not on_host


@pytest.mark.parametrize("test", [
    test_against_scipy.test_one_axis, test_against_scipy.test_some_axes, test_against_scipy.test_two_axes,
    test_against_scipy.test_cosines_and_sines, test_against_scipy.test_cosines_and_sines_of_some_axes,
    test_against_scipy.test_more_axes_than_a_plan_has, test_against_scipy.test_overwrite_may_use_the_memory])
def test_as_scipy(on_host, test):
    test()
