"""Batches: lists of arrays of differing lengths, on the host and as pyopencl arrays."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import stockham

rng = np.random.default_rng(57)


def numbers(shape, dtype):
    x = rng.uniform(-1, 1, shape)
    return (x + 1j * rng.uniform(-1, 1, shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def test_rows_of_arrays():
    rows = [numbers(n, "F") for n in (100, 101, 127)]
    batch = stockham.Batch(rows)
    assert len(batch) == 3 and batch.workspace_size == 0
    assert batch.to_string() == "3 x rows of 3 lengths by convolutions of 256 points\n"
    outputs = [np.full(x.shape, np.nan, "F") for x in rows]
    results = batch(rows, outputs)
    for x, y, out in zip(rows, results, outputs):
        assert y is out
        assert np.linalg.norm(y - np.fft.fft(x.astype("D"))) < 1e-6 * np.linalg.norm(y)


def test_transforms_that_differ():
    arrays = [numbers((4, 6), "f"), numbers(100, "F"), numbers(8, "D")]
    problems = ["r2c f32 4x6", "c2c f32 100 in inv scale=0.01", arrays[2]]
    wanted = [np.fft.rfftn(arrays[0]), np.fft.ifft(arrays[1]), np.fft.fft(arrays[2])]
    results = stockham.Batch(problems)(arrays)
    assert results[1] is arrays[1]
    for y, z in zip(results, wanted):
        assert y.shape == z.shape and np.linalg.norm(y - z) < 1e-6 * np.linalg.norm(z)


def test_device_arrays(queue):
    cl_array = pytest.importorskip("pyopencl.array")
    x = numbers(201, "F")
    on_device, out = cl_array.to_device(queue, x), cl_array.zeros(queue, 201, np.complex64)
    batch = stockham.Batch(["c2c f32 100", "c2c f32 101"], queue=queue)
    batch.enqueue(queue, [on_device[:100], on_device[100:]], [out[:100], out[100:]]).wait()
    got = out.get()
    for part in (slice(0, 100), slice(100, 201)):
        wanted = np.fft.fft(x[part].astype("D"))
        assert np.linalg.norm(got[part] - wanted) < 1e-6 * np.linalg.norm(wanted)
    with pytest.raises(stockham.ArgumentError, match="the outputs of items.0. and items.1. must not overlap"):
        batch.enqueue(queue, [on_device[:100], on_device[100:]], [out[:100], out[99:200]])


def test_refusals():
    batch = stockham.Batch(["c2c f32 100", "c2c f32 101"])
    x = [numbers(n, "F") for n in (100, 101)]
    with pytest.raises(stockham.ArgumentError, match="empty"):
        stockham.Batch([])
    with pytest.raises(stockham.ArgumentError, match="not one string"):
        stockham.Batch("c2c f32 8")
    with pytest.raises(TypeError, match=r"problems\[0\]"):
        stockham.Batch([np.arange(3)])
    with pytest.raises(stockham.ArgumentError, match="2 transforms, the list 1 entries"):
        batch(x[:1])
    with pytest.raises(TypeError, match="complex64"):
        batch([x[0], x[1].real])
    with pytest.raises(stockham.ArgumentError, match="808 bytes"):
        batch([x[0], x[0]])
    x[1].flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        batch(x, [x[0].copy(), x[1]])
    with pytest.raises(TypeError, match="cannot copy"):
        copy.copy(batch)
