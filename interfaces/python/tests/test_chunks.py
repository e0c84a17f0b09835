"""Arrays too large for the device, which are split along other axes or transformed axis by axis."""

from __future__ import annotations

import numpy as np
import pytest

import stockham
from reference import check, exact
from stockham import _host


@pytest.fixture
def small_device(monkeypatch):
    """Limits device memory to about one transform of 64 complex numbers; returns a list of the executions."""
    monkeypatch.setattr(_host, "memory_limit", 8192)
    runs = []
    whole = _host._run_whole

    def counted(request, *arguments):
        runs.append(request)
        return whole(request, *arguments)

    monkeypatch.setattr(_host, "_run_whole", counted)
    return runs


@pytest.mark.parametrize(("name", "shape", "arguments"), [
    ("fft", (50, 64), {}), ("fft", (64, 50), {"axis": 0}), ("rfft", (7, 9, 64), {"axis": 1}),
    ("irfft", (50, 33), {}), ("dct", (50, 64), {}), ("fft2", (5, 40, 16), {}), ("fftn", (32, 64), {}),
    ("rfftn", (32, 64), {}), ("irfftn", (32, 33), {}), ("dctn", (16, 12, 10), {}), ("hfftn", (12, 6, 33), {}),
])
def test_parts(small_device, name, shape, arguments):
    rng = np.random.default_rng(4)
    x = rng.uniform(-1, 1, shape)
    if name[0] in "ih":
        x = x + 1j * rng.uniform(-1, 1, shape)
    check(getattr(stockham.fft, name)(x, **arguments), exact(name, x, **arguments), 2 * x.size)
    assert len(small_device) > 1
    assert all(np.prod(r.input_shape) * r.input_size <= 8192 for r in small_device)


def test_one_transform_that_is_too_large(small_device):
    with pytest.raises(stockham.UnsupportedError, match="memory"):
        stockham.fft.fft(np.zeros(4096))
