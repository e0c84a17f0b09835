"""`out=` of the functions of stockham.fft: the result is in the caller's array, which is returned."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import stockham

NAMES = [name for name in stockham.fft.__all__ if "plan" in inspect.signature(getattr(stockham.fft, name)).parameters
         or "type" in inspect.signature(getattr(stockham.fft, name)).parameters]
REAL = {"rfft", "rfft2", "rfftn", "ihfft", "ihfft2", "ihfftn"}


def numbers(dtype, shape=(6, 8)):
    random = np.random.default_rng(9)
    x = random.random(shape) - 0.5
    return (x + 1j * random.random(shape) if dtype in "FD" else x).astype(dtype)


def types(name):
    return "fd" if name in REAL else "fFdD"


@pytest.mark.parametrize("name", NAMES)
def test_numpy_arrays(name):
    function = getattr(stockham.fft, name)
    for dtype in types(name):
        x = numbers(dtype)
        for keywords in ({}, {"norm": "ortho"}):
            expected = function(x, **keywords)
            shape = expected.shape
            for out in (np.empty_like(expected), np.empty(shape, expected.dtype, order="F"), np.zeros((*shape, 2), expected.dtype)[..., 0],
                        np.empty(shape, expected.dtype.newbyteorder(">"))):
                if not out.dtype.isnative:
                    with pytest.raises(TypeError, match="out must have type"):
                        function(x, out=out, **keywords)
                    continue
                assert function(x, out=out, **keywords) is out and np.array_equal(out, expected)
            if (shape, expected.dtype) == (x.shape, x.dtype):
                for same in (x.copy(), np.asfortranarray(x)):
                    assert function(same, out=same, **keywords) is same and np.allclose(same, expected, atol=1e-6)
    with pytest.raises(ValueError, match="out must have shape"):
        function(x, out=np.empty((1, 2), expected.dtype))
    with pytest.raises(TypeError, match="out must have type"):
        function(x, out=np.empty(shape, "i4"))
    for other in ([1], ""):
        with pytest.raises(TypeError, match="must be a numpy array"):
            function(x, out=other)
    expected.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        function(x, out=expected)


@pytest.mark.parametrize("name", NAMES)
def test_device_arrays(name, queue):
    array = pytest.importorskip("pyopencl.array")
    function = getattr(stockham.fft, name)
    for dtype in types(name):
        x = array.to_device(queue, numbers(dtype))
        for keywords in ({}, {"norm": "ortho"}):
            expected = function(x, **keywords).get()
            whole = array.zeros(queue, (2, *expected.shape), expected.dtype)
            for out in (array.empty(queue, expected.shape, expected.dtype), whole[1]):
                assert function(x, out=out, **keywords) is out and np.array_equal(out.get(), expected)
            if (expected.shape, expected.dtype) == (x.shape, x.dtype):
                same = x.copy()
                assert function(same, out=same, **keywords) is same and np.allclose(same.get(), expected, atol=1e-6)
    with pytest.raises(ValueError, match="out must have shape"):
        function(x, out=array.empty(queue, (1, 2), expected.dtype))
    with pytest.raises(TypeError, match="on the device"):
        function(x, out=expected)
    with pytest.raises(ValueError, match="row-major"):
        function(x, out=array.empty(queue, expected.shape[::-1], expected.dtype).T)


def test_special_cases():
    x = numbers("D")
    out = np.empty_like(x)
    assert stockham.fft.fftn(x, axes=(), out=out) is out and np.array_equal(out, x)
    assert stockham.fft.fft(x.astype("i4"), out=out) is out and np.allclose(out, np.fft.fft(x.astype("i4")))
    empty = np.empty((0, 8), complex)
    assert stockham.fft.fft(np.empty((0, 8)), out=empty) is empty
    memory = np.zeros(100)
    memory[:48] = numbers("d", (48,))
    source, target = memory[:48], memory[10:60].view("D")  # they overlap
    expected = np.fft.rfft(source)
    assert stockham.fft.rfft(source, out=target) is target and np.allclose(target, expected)
    plan = stockham.Plan(x, axes=(1,))
    assert stockham.fft.fft(x, plan=plan, out=x) is x and np.allclose(x, np.fft.fft(numbers("D")))
    many = numbers("D", (2,) * 7)
    assert stockham.fft.fftn(many, out=many) is many and np.allclose(many, np.fft.fftn(numbers("D", (2,) * 7)))
