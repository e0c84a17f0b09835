"""Small numpy arrays, which the host transforms: their accuracy, and when the host transforms them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import log2, sqrt

import numpy as np
import pytest
import scipy.fft
import scipy.signal

import stockham
import test_against_scipy
from reference import EPS, exact
from stockham import _stockham
from stockham._arrays import host_small

FOURIER = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
COSINES = [(name, number) for name in ("dct", "dst") for number in (1, 2, 3, 4)]
LENGTHS = [*range(1, 34), 37, 64, 65, 66, 77, 81, 97, 98, 100, 126, 127, 243, 251, 509, 1000, 1021, 1024, 2039, 2048, 4093, 4096]


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
    """16 signals, and 64 if they are short."""
    shape = (64 if n < 64 else 16, n)
    x = rng.uniform(-1, 1, shape)
    return (x + 1j * rng.uniform(-1, 1, shape) if is_complex else x).astype(dtype.upper() if is_complex else dtype)


@pytest.mark.parametrize("dtype", ["f", "d"])
@pytest.mark.parametrize(("name", "number"), [*((name, 0) for name in FOURIER), *COSINES])
def test_accuracy(on_host, monkeypatch, name, number, dtype):
    """Of batches, which are larger than small arrays, so that errors are means."""
    monkeypatch.setattr(host_small, "LIMITS", {"cpu": dict.fromkeys(host_small.LIMITS["cpu"], 1 << 17)})
    rng = np.random.default_rng(3)
    for n in LENGTHS[1:] if (name, number) == ("dct", 1) else LENGTHS:
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


@pytest.mark.parametrize("test", [
    test_against_scipy.test_one_axis, test_against_scipy.test_some_axes, test_against_scipy.test_two_axes,
    test_against_scipy.test_cosines_and_sines, test_against_scipy.test_cosines_and_sines_of_some_axes,
    test_against_scipy.test_more_axes_than_a_plan_has, test_against_scipy.test_overwrite_may_use_the_memory])
def test_as_scipy(on_host, test):
    test()
