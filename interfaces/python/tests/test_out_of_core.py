"""Arrays that are larger than the device's memory."""

from __future__ import annotations

import numpy as np
import pytest

import stockham
from reference import check, exact
from stockham import _stockham
from stockham._arrays import host_runs

LIMIT = 1 << 17


@pytest.fixture
def small_device(monkeypatch):
    """Limits device memory to 128 KiB; returns a list of the transforms that exceed it."""
    monkeypatch.setattr(host_runs, "memory_limit", LIMIT)
    runs = []
    run = _stockham.run_out_of_core

    def counted(device, what, *arguments):
        runs.append(what)
        return run(device, what, *arguments)

    monkeypatch.setattr(_stockham, "run_out_of_core", counted)
    return runs


@pytest.mark.parametrize(("name", "shape", "arguments"), [
    ("fft", (500, 64), {}), ("fft", (64, 500), {"axis": 0}), ("rfft", (7, 90, 64), {"axis": 1}),
    ("irfft", (500, 33), {}), ("dct", (500, 64), {}), ("fft2", (5, 80, 64), {}), ("fftn", (32, 256), {}),
    ("rfftn", (32, 512), {}), ("irfftn", (32, 257), {}), ("dctn", (32, 24, 20), {}), ("hfftn", (24, 12, 33), {}),
    ("fft", (16384,), {}), ("rfft", (30030,), {}), ("irfft", (16385,), {}), ("fft", (96, 300), {"overwrite_x": True}),
])
def test_parts(small_device, name, shape, arguments):
    rng = np.random.default_rng(4)
    x = rng.uniform(-1, 1, shape)
    if name[0] in "ih" or "overwrite_x" in arguments:
        x = x + 1j * rng.uniform(-1, 1, shape)
    wanted = exact(name, x, **{k: v for k, v in arguments.items() if k != "overwrite_x"})
    got = getattr(stockham.fft, name)(x, **arguments)
    check(got, wanted, 2 * x.size)
    assert small_device
    assert all(what.input_bytes + what.output_bytes > LIMIT / 2 for what in small_device)
    if "overwrite_x" in arguments:
        assert small_device[0].in_place and np.shares_memory(got, x)


def test_one_transform_that_is_too_large(small_device):
    with pytest.raises(stockham.UnsupportedError, match="memory|limit") as refusal:
        stockham.fft.fft(np.zeros(65537))
    assert refusal.value.rule == "memory"


@pytest.mark.parametrize(("transform", "dtype", "kind", "least"), [
    (stockham.fft.fft, np.complex64, "c2c", 1.5), (lambda x: stockham.fft.dct(x, type=1), np.float32, "dct1", 3.5)])
def test_a_workspace_larger_than_the_data(monkeypatch, transform, dtype, kind, least):
    """Lines of a large prime length have a workspace two or four times as large as their data, which must fit, too."""
    x = np.zeros((4, 10007), dtype)
    workspace = _stockham.workspace_size(stockham.get_device().int_ptr, _stockham.read_transform(f"{kind} f32 10007 b4"))
    assert workspace > least * x.nbytes
    ways = []
    for way in ("_run_whole", "_run_in_trips"):
        monkeypatch.setattr(host_runs, way, lambda *_, way=way: ways.append(way))
    for limit in (2 * x.nbytes + workspace, 2 * x.nbytes + workspace - 1):
        monkeypatch.setattr(host_runs, "memory_limit", limit)
        transform(x)
    assert ways == ["_run_whole", "_run_in_trips"]


def test_parts_of_an_array_in_fortran_order(small_device):
    x = np.asfortranarray(np.random.default_rng(4).random((300, 256)))
    check(stockham.fft.rfft2(x), exact("rfft2", x), 2 * x.size)
    assert small_device
