"""Compares every function of scipy.fft with scipy, for random shapes, types, layouts, axes, lengths and norms."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest
import scipy.fft
from hypothesis import given, strategies as st

import stockham
from reference import check, exact

ONE = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]
MANY = [name + "n" for name in ONE]
TWO = [name + "2" for name in ONE]
COSINES = ["dct", "idct", "dst", "idst"]
TYPES = ["e", "f", "d", "F", "D", ">f4", ">f8", ">c8", ">c16", "b", "H", "i", "L", "?"]
REAL_TYPES = [t for t in TYPES if t not in ("F", "D", ">c8", ">c16")]
LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 24, 37, 64]

norms = st.sampled_from([None, "backward", "ortho", "forward"])


@st.composite
def arrays(draw, types, most_axes=4):
    """An array of random numbers: row-major, column-major, sliced with any step, transposed, or read-only."""
    rank = draw(st.integers(1, most_axes))
    shape = tuple(draw(st.sampled_from(LENGTHS)) if k < 2 else draw(st.integers(1, 4)) for k in range(rank))
    dtype = np.dtype(draw(st.sampled_from(types)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    steps = [draw(st.sampled_from([1, 1, 2, -1, -2])) for _ in shape]
    whole = tuple(n * abs(step) for n, step in zip(shape, steps))
    if dtype.kind in "fc":
        x = rng.uniform(-1, 1, whole)
        x = x + 1j * rng.uniform(-1, 1, whole) if dtype.kind == "c" else x
    else:
        x = rng.integers(0, 2 if dtype.kind == "b" else 100, whole)
    x = np.array(x.astype(dtype), order=draw(st.sampled_from("CF")))
    x = x[tuple(slice(None, None, step) for step in steps)].transpose(draw(st.permutations(range(rank))))
    x.flags.writeable = draw(st.booleans())
    return x


def length(draw, n):
    """None, or a length that is shorter, equal or longer."""
    return draw(st.sampled_from([None, None, n, max(1, n // 2), n + 1, 2 * n]))


def run_both(name, x, *args, points, **kwargs):
    """Checks that both raise the same class of exception, or return the same values, type and shape without changing the
    input."""
    before = x.copy()
    try:
        expected = getattr(scipy.fft, name)(x, *args, **kwargs)
    except Exception as refused:
        with pytest.raises(type(refused)):
            getattr(stockham.fft, name)(x, *args, **kwargs)
        return
    got = getattr(stockham.fft, name)(x, *args, **kwargs)
    assert got.dtype == expected.dtype
    assert np.array_equal(x, before)
    check(got, exact(name, x, *args, **kwargs), points)


def needs_real(name):
    return name.startswith(("rfft", "ihfft"))


@given(st.data(), st.sampled_from(ONE), norms)
def test_one_axis(data, name, norm):
    x = data.draw(arrays(REAL_TYPES if needs_real(name) else TYPES))
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    n = length(data.draw, x.shape[axis])
    run_both(name, x, n=n, axis=axis, norm=norm, points=2 * (n or x.shape[axis]))


@given(st.data(), st.sampled_from(MANY), norms)
def test_some_axes(data, name, norm):
    x = data.draw(arrays(REAL_TYPES if needs_real(name) else TYPES))
    axes = data.draw(st.none() | st.lists(st.integers(-x.ndim, x.ndim - 1), min_size=1, max_size=x.ndim))
    s = None
    if axes is not None and data.draw(st.booleans()):
        s = [length(data.draw, x.shape[a]) or -1 for a in axes]
    run_both(name, x, s=s, axes=axes, norm=norm, points=4 * x.size * 2**x.ndim)


@given(st.data(), st.sampled_from(TWO), norms)
def test_two_axes(data, name, norm):
    x = data.draw(arrays(REAL_TYPES if needs_real(name) else TYPES))
    run_both(name, x, norm=norm, points=4 * prod(x.shape[-2:]))


@given(st.data(), st.sampled_from(COSINES), st.integers(1, 4), norms)
def test_cosines_and_sines(data, name, kind, norm):
    x = data.draw(arrays(TYPES, 3))
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    n = length(data.draw, x.shape[axis])
    orthogonalize = None if np.iscomplexobj(x) else data.draw(st.sampled_from([None, None, True, False]))
    run_both(name, x, kind, n=n, axis=axis, norm=norm, orthogonalize=orthogonalize,
             points=2 * (n or x.shape[axis]) + 2)


@given(st.data(), st.sampled_from([name + "n" for name in COSINES]), st.integers(1, 4), norms)
def test_cosines_and_sines_of_some_axes(data, name, kind, norm):
    x = data.draw(arrays(TYPES, 3))
    axes = data.draw(st.none() | st.lists(st.integers(-x.ndim, x.ndim - 1), min_size=1, max_size=x.ndim))
    run_both(name, x, kind, axes=axes, norm=norm, points=8 * x.size)


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "dct"])
def test_pooled_accuracy(name, dtype):
    """The error over batches of 64 transforms, with lengths that are products of small primes."""
    if name == "rfft" and dtype in "FD":
        pytest.skip("real data only")
    rng = np.random.default_rng(7)
    for n in (16, 60, 128, 1000):
        x = rng.uniform(-1, 1, (64, n))
        x = (x + 1j * rng.uniform(-1, 1, (64, n)) if dtype in "FD" else x).astype(dtype)
        check(getattr(stockham.fft, name)(x), exact(name, x), n)


def test_more_axes_than_a_plan_has():
    x = np.random.default_rng(1).uniform(-1, 1, (2, 3, 2, 2, 3, 2, 2))
    for name in ("fftn", "rfftn", "dctn", "ifftn"):
        check(getattr(stockham.fft, name)(x), exact(name, x), 2 * x.size)
    check(stockham.fft.irfftn(x), exact("irfftn", x), 2 * x.size)


@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
@pytest.mark.parametrize("name", ["irfftn", "irfft2", "hfftn", "hfft2"])
def test_half_a_spectrum_of_one_point(name, norm):
    """For a spectrum of one point, the default is a result of one point, although 2 * (m - 1) is 0."""
    x = np.random.default_rng(3).uniform(-1, 1, (3, 1)) + 0.5j
    run_both(name, x, norm=norm, points=3)
    with pytest.raises(ValueError):
        getattr(stockham.fft, name[:-1])(x)


@pytest.mark.parametrize(("n", "dtype"), [(1000, "d"), (90, "f"), (37, "d"), (74, "f")])
def test_real_points_of_half_spectra_are_real(n, dtype):
    """Their imaginary parts are 0 by definition. Programs test for it to tell real spectra from complex ones."""
    x = np.random.default_rng(3).uniform(-1, 1, (3, n)).astype(dtype)
    for y in (stockham.fft.rfft(x), stockham.fft.rfft(x.T, axis=0).T):
        assert not y.imag[:, 0].any()
        if n % 2 == 0:
            assert not y.imag[:, n // 2].any()


def test_helpers():
    assert np.array_equal(stockham.fft.fftfreq(9, 0.5), scipy.fft.fftfreq(9, 0.5))
    assert np.array_equal(stockham.fft.rfftfreq(9, 0.5), scipy.fft.rfftfreq(9, 0.5))
    x = np.arange(30).reshape(5, 6)
    for axes in (None, 0, (1,), (0, 1)):
        assert np.array_equal(stockham.fft.fftshift(x, axes), scipy.fft.fftshift(x, axes))
        assert np.array_equal(stockham.fft.ifftshift(x, axes), scipy.fft.ifftshift(x, axes))
    for n in (1, 2, 17, 509, 1021, 4097):
        for real in (False, True):
            fast = stockham.fft.next_fast_len(n, real)
            assert n <= fast <= scipy.fft.next_fast_len(n, real) or real and fast % 2 == 0
            assert stockham.fft.prev_fast_len(fast, real) == fast
            here = stockham.fft.next_fast_len(n, real, device=stockham.get_device(), dtype="f", batch=64)
            assert n <= here <= max(fast, n + n // 10)
    for workers in (3, -1):
        with stockham.fft.set_workers(workers), scipy.fft.set_workers(workers):
            assert stockham.fft.get_workers() == scipy.fft.get_workers()
    assert stockham.fft.get_workers() == 1


def test_overwrite_may_use_the_memory():
    x = np.random.default_rng(2).uniform(-1, 1, (8, 16)) + 0j
    expected = exact("fft", x)
    check(stockham.fft.fft(x, overwrite_x=True), expected, 16)
    real = np.random.default_rng(2).uniform(-1, 1, (8, 16))
    expected = exact("dct", real)
    check(stockham.fft.dct(real, overwrite_x=True), expected, 32)
