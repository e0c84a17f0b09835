"""Plans, wisdom, the plan cache, and threads."""

from __future__ import annotations

import gc
import os
import threading

import numpy as np
import pytest

import stockham
from reference import check, exact


def random(shape, dtype="D"):
    return np.random.default_rng(5).uniform(-1, 1, shape).astype(dtype)


def test_problem_strings():
    plan = stockham.Plan("r2c f32 8x6 b3 scale=0.5")
    assert plan.problem == "r2c f32 8x6 b3 scale=0.5"
    assert (plan.input_bytes, plan.output_bytes) == (3 * 48 * 4, 3 * 8 * 4 * 8)
    x = random((3, 8, 6), "f")
    got = plan(x)
    assert got.shape == (3, 8, 4)
    check(got, 0.5 * exact("rfft2", x), 48)
    assert "pass" in plan.to_string() and plan.plan_string() and plan.launches >= 1 and "r2c" in repr(plan)


@pytest.mark.parametrize("problem, shape, axes, output_shape, types", [
    ("r2c f32 8x6 b3", (3, 8, 6), (1, 2), (3, 8, 4), "fF"), ("c2r f64 9", (5,), (0,), (9,), "Dd"),
    ("c2c f32 8 is=2", (15,), (), (8,), "FF"), ("c2c f16 8", (16,), (), (16,), "ee"), ("r2c f32 8 in", (10,), (), (5,), "fF")])
def test_what_a_problem_string_describes(problem, shape, axes, output_shape, types):
    plan = stockham.Plan(problem)
    assert (plan.shape, plan.axes, plan.output_shape) == (shape, axes, output_shape)
    assert (plan.dtype.char, plan.output_dtype.char) == tuple(types) and plan.device == stockham.get_device()


def test_what_arrays_describe():
    plan = stockham.Plan(random((4, 6), "d").T, axes=(0, -1))
    assert (plan.shape, plan.axes, plan.output_shape) == ((6, 4), (0, 1), (6, 3))
    assert plan.dtype == float and plan.output_dtype == complex


def test_arrays():
    x = random((4, 6))
    out = np.empty((4, 6), complex)
    assert stockham.Plan(x, out, axes=(0,), inverse=True, norm="backward")(x, out) is out
    check(out, exact("ifft", x, axis=0), 4)
    real = random((4, 6), "d")
    check(stockham.Plan(real)(real), exact("rfftn", real), 24)
    check(stockham.Plan(real, kind="dct2", axes=(1,))(real), exact("dct", real), 12)
    half = exact("rfft", random((4, 7), "d")).astype("D")
    back = np.empty((4, 7))
    check(stockham.Plan(half, back, axes=(1,))(half, back), exact("irfft", half, 7), 14)
    same = x.copy()
    check(stockham.Plan(same, same, axes=(1,))(same), exact("fft", x), 6)


def test_strided_output():
    x = random((4, 6))
    out = np.zeros((4, 12), complex)[:, ::2]
    stockham.Plan("c2c f64 6 b4")
    with pytest.raises(ValueError):
        stockham.Plan("c2c f64 6 b4")(x, out)


def test_plan_argument():
    x = random((4, 16))
    plan = stockham.Plan(x, axes=(1,))
    check(stockham.fft.fft(x, plan=plan), exact("fft", x), 16)
    with pytest.raises(ValueError):
        stockham.fft.fft(x, axis=0, plan=plan)
    single = np.ones(64, "F")
    for plan in (stockham.Plan("c2c f32 64"), stockham.Plan(single), stockham.Plan(single, single)):
        assert stockham.fft.fft(single, plan=plan)[0] == 64 and single[0] == 1
    for plan in (stockham.Plan(np.asfortranarray(x), axes=(1,)), stockham.Plan("c2c f64 16 b4")):
        check(stockham.fft.fft(x, plan=plan), exact("fft", x), 16)
        check(stockham.fft.fft(x.reshape(2, 2, 16), plan=plan), exact("fft", x.reshape(2, 2, 16)), 16)


def test_plan_strings_are_taken_again():
    plan = stockham.Plan("c2c f32 256")
    assert stockham.Plan("c2c f32 256", plan_string=plan.plan_string()).plan_string() == plan.plan_string()
    with pytest.raises(stockham.UnsupportedError):
        stockham.Plan("c2c f32 128", plan_string=plan.plan_string())
    with pytest.raises(ValueError):
        stockham.Plan("c2c f32 256", plan_string="nonsense")


def test_tuning_and_wisdom(tmp_path):
    told = []
    known = stockham.Wisdom()
    plan = stockham.tune("c2c f32 32", wisdom=known, time_limit=1, save=False,
                         progress=lambda done, total, best, candidate: told.append((done, total)))
    assert told and plan(np.ones(32, "F"))[0] == 32
    assert [entry["problem"] for entry in known.entries()] == ["c2c f32 32"]
    known.write_file(tmp_path / "wisdom.json")
    again = stockham.Wisdom(tmp_path / "wisdom.json")
    assert again.text() == known.text()
    assert stockham.Plan("c2c f32 32", rigor="wisdom_only", wisdom=again).plan_string() == plan.plan_string()
    assert again.forget("c2c f32 32") == 1
    with pytest.raises(stockham.UnsupportedError):
        stockham.Plan("c2c f32 32", rigor="wisdom_only", wisdom=again)
    with pytest.raises(ValueError):
        again.merge_text("no wisdom")
    with pytest.raises(ValueError):
        stockham.Wisdom(tmp_path / "not there")


def test_what_progress_throws_ends_the_search():
    class Enough(Exception):
        pass

    def stop(*_):
        raise Enough

    with pytest.raises(Enough):
        stockham.Plan("c2c f32 48", rigor="measure", search_again=True, wisdom=stockham.Wisdom(), progress=stop)


def test_the_cache_is_bounded():
    before = stockham.cache.plan_capacity()
    try:
        stockham.cache.clear()
        assert stockham.cache.plan_count() == 0
        stockham.cache.set_plan_capacity(4)
        x = random(16)
        for rows in range(1, 10):
            stockham.fft.fft(np.broadcast_to(x, (rows, 16)))
        assert stockham.cache.plan_count() == 4
        with pytest.raises(ValueError):
            stockham.cache.set_plan_capacity(0)
    finally:
        stockham.cache.set_plan_capacity(before)


def test_a_plan_that_fails_leaves_the_cache_as_it_was():
    from stockham._caches.bounded import BoundedCache

    cache = BoundedCache(2)

    def fail():
        raise KeyError("no")

    for _ in range(2):
        with pytest.raises(KeyError):
            cache.get("a", fail)
    assert len(cache) == 0 and cache.get("a", lambda: 1) == 1


def test_one_thread_makes_what_many_ask_for():
    from stockham._caches.bounded import BoundedCache

    cache, made, go = BoundedCache(2), [], threading.Event()

    def make():
        go.wait(10)
        made.append(1)
        return object()

    found = []
    threads = [threading.Thread(target=lambda: found.append(cache.get("key", make))) for _ in range(8)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join(30)
    assert len(made) == 1 and len(set(map(id, found))) == 1 and len(found) == 8


@pytest.mark.parametrize("arrays", ["numpy", "pyopencl"])
def test_threads(arrays, request):
    """8 threads use more plans than the cache holds, and every result is correct."""
    calls = int(os.environ.get("STOCKHAM_TEST_CALLS", "60"))
    shapes = [(4, 16), (3, 16), (16,), (2, 3, 16), (5, 16), (6, 16)]
    inputs = [random(shape) for shape in shapes]
    right = [np.fft.fft(x) for x in inputs]
    wrong = []
    if arrays == "pyopencl":
        cl_array = pytest.importorskip("pyopencl.array")
        queue = request.getfixturevalue("queue")

    def work(seed):
        rng = np.random.default_rng(seed)
        for _ in range(calls):
            k = rng.integers(len(shapes))
            if arrays == "numpy":
                got = stockham.fft.fft(inputs[k])
            else:
                got = stockham.fft.fft(cl_array.to_device(queue, inputs[k])).get()
            if not np.allclose(got, right[k]):
                wrong.append(k)

    before = stockham.cache.plan_capacity()
    stockham.cache.set_plan_capacity(3)
    try:
        threads = [threading.Thread(target=work, args=(seed,), daemon=True) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(600)
            assert not thread.is_alive(), "a thread hangs"
    finally:
        stockham.cache.set_plan_capacity(before)
    assert not wrong


def resident():
    with open("/proc/self/statm") as text:
        return int(text.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("way", ["plans", "cache"])
def test_memory_stays_flat_over_many_plans(way):
    """Memory does not grow with explicit plans that are destroyed, nor with a small plan cache."""
    count = int(os.environ.get("STOCKHAM_TEST_PLANS", "400"))
    x = random(16, "F")
    capacity = stockham.cache.plan_capacity()
    stockham.cache.set_plan_capacity(4)

    def make(n):
        for k in range(n):
            if way == "plans":
                stockham.Plan(f"c2c f32 16 b{k % 50 + 1}")
            else:
                stockham.fft.fft(np.broadcast_to(x, (k % 50 + 1, 16)))
        gc.collect()

    try:
        make(200)
        before = resident()
        make(count)
        grown = resident() - before
    finally:
        stockham.cache.set_plan_capacity(capacity)
    print(f"{count} plans, {way}: {before >> 10} KiB resident before, {grown >> 10} KiB more afterwards")
    assert grown < 16 << 20


def test_devices():
    device = stockham.get_device()
    assert device in stockham.devices() and device.compute_units >= 1 and device.name in repr(device)
    with stockham.using_device(device) as chosen:
        assert stockham.get_device() == chosen
    with stockham.using_device(stockham.devices().index(device)) as chosen:
        assert chosen == device


def test_clearing_releases_the_devices_buffers():
    from stockham import _devices

    stockham.fft.fft(random((64, 64)))
    session = _devices.session_of(stockham.get_device())
    assert session.idle_bytes > 0
    stockham.cache.clear()
    assert session.idle_bytes == 0 and stockham.cache.plan_count() == 0
