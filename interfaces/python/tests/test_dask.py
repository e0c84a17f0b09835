"""stockham.dask against scipy, its plans of steps, and what happens without its package, without a device, and with a device
whose memory is full."""

from __future__ import annotations

import doctest
import pathlib
import subprocess
import sys
from math import prod

import numpy as np
import pytest
import scipy.fft
import scipy.signal

HERE = pathlib.Path(__file__).parent

try:
    import dask
    import dask.array as da

    import stockham.dask
    from stockham.dask._steps import Search, find_steps, moved_elements
except ImportError:
    da = None

needs_dask = pytest.mark.skipif(da is None, reason="dask is not installed")
RNG = np.random.default_rng(7)
X = RNG.random((12, 10, 14)) if da is not None else None


def check(result, expected):
    assert result.dtype == expected.dtype and result.shape == expected.shape and result._meta.dtype == expected.dtype
    got = result.compute(scheduler="threads")
    assert got.dtype == expected.dtype and got.shape == expected.shape
    tolerance = 1e-6 if expected.dtype.char in "fF" else 1e-14
    assert np.linalg.norm(got - expected) <= tolerance * np.linalg.norm(expected)


@needs_dask
@pytest.mark.parametrize("base", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
@pytest.mark.parametrize("suffix, arguments, limit", [
    ("", {"n": 9, "axis": 0}, "100 MB"), ("2", {}, "100 MB"), ("n", {"norm": "ortho"}, "100 MB"), ("n", {}, "3 kB"),
    ("n", {"s": (7, 20), "axes": (2, 0)}, "3 kB")])
def test_functions_against_scipy(base, suffix, arguments, limit):
    name = base + suffix
    with dask.config.set({"stockham.block-size": limit}):
        result = getattr(stockham.dask, name)(da.from_array(X, chunks=(5, 4, 6)), **arguments)
    check(result, getattr(scipy.fft, name)(X, **arguments))


@needs_dask
@pytest.mark.parametrize("dtype", ["f2", "f4", "F", "D", "i4", "?", ">f8"])
def test_types(dtype):
    x = (X > 0.5).astype(dtype)
    check(stockham.dask.fft(da.from_array(x, chunks=5)), scipy.fft.fft(x))


@needs_dask
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("other", [(3, 1, 4), (1, 5, 1), (12, 10, 14), (15, 12, 20)])
def test_fftconvolve(mode, other):
    kernel = RNG.random(other)
    check(stockham.dask.fftconvolve(da.from_array(X, chunks=(5, 4, 6)), kernel, mode), scipy.signal.fftconvolve(X, kernel, mode))
    check(stockham.dask.fftconvolve(kernel, da.from_array(X, chunks=(5, 4, 6)), mode), scipy.signal.fftconvolve(kernel, X, mode))


@needs_dask
def test_integers_along_axes_of_one_point():
    """scipy multiplies them, which double precision would round."""
    got = stockham.dask.fftconvolve(da.asarray(np.array([[2**60 + 1]])), np.array([[1, 3]]))
    assert got.dtype == np.int64 and got.compute().tolist() == [[2**60 + 1, 3 * 2**60 + 3]]


@needs_dask
def test_a_small_kernel_moves_only_edges():
    x = da.ones((4000, 10), chunks=(1000, 10))
    y = stockham.dask.fftconvolve(x, np.ones((7, 1)))
    assert y.numblocks == (4, 1) and y.shape == (4006, 10) and len(y.__dask_graph__()) < 60


@needs_dask
def test_examples_of_docstrings():
    failed, tried = doctest.testmod(stockham.dask)
    assert failed == 0 and tried > 0


@needs_dask
def test_the_example_of_the_document():
    cube = da.random.default_rng(1).random((32, 32, 32), chunks=(8, 32, 32))
    # [dask]
    spectrum = stockham.dask.rfftn(cube)  # a dask array; nothing is computed yet
    smooth = stockham.dask.irfftn(spectrum * (abs(spectrum) > 1), s=cube.shape, axes=(0, 1, 2))
    blurred = stockham.dask.fftconvolve(cube, np.ones((3, 3, 3)) / 27, mode="same")
    difference = abs(smooth - blurred).max().compute()
    # [dask]
    assert np.allclose(blurred.compute(), scipy.signal.fftconvolve(cube.compute(), np.ones((3, 3, 3)) / 27, "same"))
    assert 0 < difference < 2


@needs_dask
def test_refusals():
    d = da.ones((4, 6), chunks=2)
    for words, call in {
        "plan: workers make their own plans": lambda: stockham.dask.fft(d, plan=1),
        "no type as precise": lambda: stockham.dask.fft(d.astype("g")),
        "real sequence": lambda: stockham.dask.rfft(d.astype("F")),
        "chunks of unknown sizes": lambda: stockham.dask.fft(d[d[:, 0] > 0]),
        "axes exceeds": lambda: stockham.dask.fftn(d, axes=(3,)),
        "all axes must be unique": lambda: stockham.dask.fftn(d, axes=(1, 1)),
        "Invalid norm": lambda: stockham.dask.fft(d, norm="half"),
        "same dimensionality": lambda: stockham.dask.fftconvolve(d, np.ones(3)),
        "acceptable mode": lambda: stockham.dask.fftconvolve(d, d, "none"),
        "workers must not be zero": lambda: stockham.dask.fft(d, workers=0),
    }.items():
        with pytest.raises((ValueError, TypeError, NotImplementedError), match=words):
            call()


@needs_dask
def test_axes_that_are_whole_do_not_move():
    search = Search({2: (14, 14)}, None, None, (16, 16, 16), 1 << 30, 4)
    chunks = ((5, 5, 2), (4, 4, 2), (14,))
    assert find_steps(chunks, search) == [((2,), chunks)]


@needs_dask
def test_plans_respect_the_limit_and_move_little():
    # Slabs of a cube: two axes are transformed where they are, and one exchange makes the third whole.
    cube = ((128,) * 4, (512,), (512,))
    steps = find_steps(cube, Search({a: (512, 512) for a in range(3)}, None, None, (16,) * 3, 512 << 20, 4))
    assert [set(step.axes) for step in steps] == [{1, 2}, {0}] and steps[0].chunks == cube
    assert moved_elements(cube, steps[1].chunks) == 512**3 * 3 // 4
    for limit in (64 << 20, 5 << 20):
        steps = find_steps(cube, Search({a: (512, 512) for a in range(3)}, None, None, (16,) * 3, limit, 4))
        assert max(prod(max(c) for c in step.chunks) * 16 for step in steps) <= limit
        assert {a for step in steps for a in step.axes} == {0, 1, 2}
        assert all(len(step.chunks[a]) == 1 for step in steps for a in step.axes)


@needs_dask
def test_half_spectra_come_first_and_last():
    chunks = ((8,) * 4, (8,) * 4, (8,) * 4)
    lengths = {0: (32, 32), 1: (32, 32), 2: (32, 17)}
    steps = find_steps(chunks, Search(lengths, 2, None, (8, 16, 16), 1 << 14, 4))
    assert 2 in steps[0].axes
    steps = find_steps(chunks, Search({**lengths, 2: (17, 32)}, None, 2, (16, 16, 8), 1 << 14, 4))
    assert 2 in steps[-1].axes


@needs_dask
def test_nothing_is_computed_before_it_is_wanted(run_apart):
    said, status = run_apart("""
import dask.array as da, stockham.dask
y = stockham.dask.rfftn(da.ones((8, 8), chunks=4))
z = stockham.dask.fftconvolve(y, y)
print(y.dtype, y.shape, z.shape)
""", STOCKHAM_OPENCL="/nonexistent")
    assert status == 0 and "complex128 (8, 5) (15, 9)" in said, said


@needs_dask
def test_processes_are_spawned(run_apart):
    said, status = run_apart("""
import dask, dask.array as da, numpy as np, stockham.dask
if __name__ == "__main__":
    with dask.config.set(scheduler="processes", num_workers=2):
        print(stockham.dask.fft2(da.ones((4, 8, 8), chunks=(2, 8, 8)))[:, 0, 0].compute())
""")
    assert status == 0 and "[64.+0.j 64.+0.j 64.+0.j 64.+0.j]" in said, said


@needs_dask
def test_a_device_whose_memory_is_full(monkeypatch):
    """A block waits until it is alone and works in parts; if that fails, the error says why."""
    from stockham._arrays import host_runs
    from stockham.dask import _worker

    run, calls = host_runs.run, []

    def fail(request, x, out):
        calls.append(host_runs._here.divisor)
        if len(calls) <= failures:
            raise stockham.DeviceMemoryError("clCreateBuffer failed: CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)")
        return run(request, x, out)

    monkeypatch.setattr(host_runs, "run", fail)
    failures = 1
    got = _worker.transform(X, "fft", None, -1, None)
    assert np.allclose(got, scipy.fft.fft(X)) and calls == [1, 8]
    assert host_runs._here.divisor == 1
    calls.clear()
    failures = 2
    with pytest.raises(stockham.DeviceMemoryError, match="CL_MEM_OBJECT_ALLOCATION_FAILURE"):
        _worker.transform(X, "fft", None, -1, None)


@needs_dask
def test_cluster(tmp_path):
    pytest.importorskip("distributed")
    done = subprocess.run([sys.executable, str(HERE / "dask_programs/cluster.py"), str(tmp_path)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=300)
    assert done.returncode == 0 and "cluster: right" in done.stdout, done.stdout


@pytest.mark.parametrize("fake, message", [
    ("sys.modules['dask'] = None", "stockham.dask needs dask with its arrays: install it by `pip install 'stockham[dask]'`"),
    ("""
for name in ('dask', 'dask.array'):
    sys.modules[name] = types.ModuleType(name)
sys.modules['dask'].array = sys.modules['dask.array']
sys.modules['dask'].__version__ = '2022.12.1'""", "needs dask 2023.4.0 or later, but 2022.12.1 is installed: install it by"),
])
def test_missing_and_old_packages(fake, message, run_apart):
    said, status = run_apart(f"import sys, types\n{fake}\nimport stockham\nimport stockham.dask\n")
    assert status == 1 and message in said.splitlines()[-1], said
