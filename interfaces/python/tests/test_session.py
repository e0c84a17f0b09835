"""Sessions: limits, transforms of arrays, transfers, and memory that does not grow."""

from __future__ import annotations

import os

import numpy as np
import pytest

import stockham

rng = np.random.default_rng(5)


def resident_megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


def test_limits():
    session = stockham.Session(memory=1 << 20)
    assert session.usable_memory == 1 << 20
    assert 0 < session.max_allocation <= 1 << 20
    assert session.shortage("c2c f32 1024") == ""
    assert "limit" in session.shortage("c2c f32 1048576")
    assert "limit" in session.shortage("c2c f32 10007 b12")  # the arrays fit, the workspace does not
    assert session.device == stockham.get_device()
    with pytest.raises(stockham.UnsupportedError) as refusal:
        session.run("c2c f32 1048576", np.zeros((1 << 20) + 1, np.complex64)[1:])  # at no multiple of 16: it is copied
    assert refusal.value.rule == "memory"


def test_transforms():
    session = stockham.Session()
    x = rng.uniform(-1, 1, (4, 64)).astype("F")
    assert np.allclose(session.run("c2c f32 64 b4", x), np.fft.fft(x), atol=1e-4)
    out = np.empty_like(x)
    assert session.run("c2c f32 64 b4", x, out) is out
    y = x.copy()
    assert session.run("c2c f32 64 b4 in", y) is y
    assert np.array_equal(y, out)
    for wrong in (x.astype("D"), x[:, ::2], x[0], x.T):
        with pytest.raises((stockham.ArgumentError, TypeError)):
            session.run("c2c f32 64 b4", wrong)
    with pytest.raises(stockham.ArgumentError):
        session.run("c2c f32 64 b4", x, x)
    with pytest.raises(stockham.ArgumentError):
        session.run("nonsense", x)
    out.flags.writeable = False
    with pytest.raises(ValueError):
        session.run("c2c f32 64 b4", x, out)
    session.trim()
    assert session.idle_bytes == 0
    session.clear()
    session.finish()


def test_objects_of_pyopencl(queue):
    import pyopencl as cl

    for session in (stockham.Session(queue=queue), stockham.Session(context=queue.context)):
        x, back = rng.integers(0, 255, 5000, np.uint8), np.zeros(5000, np.uint8)
        buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 6000)
        session.upload(buffer, x, 1000)
        session.download(buffer, back, 1000)
        assert np.array_equal(x, back)
        with pytest.raises(stockham.ArgumentError):
            session.upload(x, x)
        with pytest.raises(stockham.ArgumentError):
            session.upload(buffer, x[::2])
    assert stockham.Session(queue=queue).queue == queue.int_ptr
    with pytest.raises(stockham.ArgumentError):
        stockham.Session(0, queue=queue)
    with pytest.raises(stockham.ArgumentError):
        stockham.Session(queue="queue")


def test_many_sizes_keep_little_memory():
    """Each batch is another plan and another program."""
    stockham.cache.clear()
    for batch in range(1, 81):
        stockham.fft.fft(np.ones((batch, 16), np.complex64))
        if batch == 40:
            before = resident_megabytes()
    stockham.cache.clear()
    assert resident_megabytes() < before + 100
