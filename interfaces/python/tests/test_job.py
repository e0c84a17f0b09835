"""Jobs: arrays, memory-mapped files and functions, on one device and on two halves of it."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import stockham
from stockham import _devices
from reference import check, exact
from test_process import interrupted, refuses_copies


def random(shape, dtype="F"):
    rng = np.random.default_rng(7)
    x = rng.uniform(-1, 1, shape)
    return (x + 1j * rng.uniform(-1, 1, shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def halves():
    """Two halves of the default device. pyopencl's objects, which own them, come second."""
    cl = pytest.importorskip("pyopencl")
    whole = cl.Device.from_int_ptr(stockham.get_device().int_ptr)
    units = whole.max_compute_units
    try:
        parts = whole.create_sub_devices([cl.device_partition_property.EQUALLY, units // 2]) if units > 1 else []
    except cl.Error:
        parts = []
    if len(parts) < 2:
        pytest.skip("the device cannot be divided")
    return [stockham.Device(each.int_ptr) for each in parts[:2]], parts


needs_double = pytest.mark.skipif(not any(d.has_double for d in stockham.devices()[:1]), reason="no double precision")


@pytest.mark.parametrize("problem, name, dtype, length", [
    ("c2c f32 60 b37", "fft", "F", 60),
    ("r2c f32 30 b50", "rfft", "f", 30),
    ("dct2 f32 24 b90", "dct", "f", 24),
    pytest.param("c2c f64 100 b30", "fft", "D", 100, marks=needs_double),
])
def test_results(problem, name, dtype, length):
    job = stockham.Job(problem, chunk_bytes=4000)
    x = random((job.units, length), dtype)
    before = x.copy()
    for _ in range(2):
        got = job.run(x)
        check(got, exact(name, x), length)
    assert np.array_equal(x, before)
    given = np.empty(got.size, got.dtype)
    assert job.run(x.ravel(), given) is given and np.array_equal(given.reshape(got.shape), got)
    report = job.report
    assert report.complete and report.seconds > 0 and len(report.shares) == 1
    share = report.shares[0]
    assert share.device == stockham.get_device() and share.units == job.units and share.chunks > 1 and not share.failure
    assert job.problem == problem and problem in repr(job) and job.devices == [stockham.get_device()]


def test_several_axes_and_the_inverse_of_real_data():
    x = random((5, 12, 10), "f")
    half = stockham.Job("r2c f32 12x10 b5").run(x)
    check(half, exact("rfftn", x, axes=(1, 2)), 120)
    back = stockham.Job(f"c2r f32 12x10 b5 scale={1 / 120}").run(half)
    assert back.shape == x.shape and np.allclose(back, x, atol=1e-5)


def test_in_place():
    x = random((37, 64))
    expected = exact("fft", x)
    job = stockham.Job("c2c f32 64 b37 in", chunk_bytes=4000)
    assert job.run(x) is x
    check(x, expected, 64)
    assert job.run(x, x) is x
    padded = np.zeros((9, 34), "f")
    padded[:, :32] = random((9, 32), "f")
    expected = exact("rfft", padded[:, :32])
    got = stockham.Job("r2c f32 32 b9 in").run(padded)
    assert np.shares_memory(got, padded)
    check(got, expected, 32)
    with pytest.raises(stockham.ArgumentError, match="in place"):
        job.run(x, np.empty_like(x))


def test_gaps_between_the_transforms_are_left_alone():
    job = stockham.Job("c2c f32 60 b4 id=70 io=3 od=63 oo=5")
    x = random(3 + 3 * 70 + 60)
    out = np.full(5 + 3 * 63 + 60, 9, "F")
    lines = np.array([x[3 + 70 * k:][:60] for k in range(4)])
    for got, gap in ((job.run(x, out), 9), (job.run(x), 0)):
        check(np.array([got[5 + 63 * k:][:60] for k in range(4)]), exact("fft", lines), 60)
        assert np.all(got[:5] == gap) and np.all(got[65:68] == gap)


def test_files_larger_than_the_device_may_use(tmp_path):
    source, target = str(tmp_path / "signals.npy"), str(tmp_path / "spectra.npy")
    lines = random((4000, 128))
    np.save(source, lines)
    # [files]
    signals = np.load(source, mmap_mode="r")  # 4000 signals of 128 points
    spectra = np.lib.format.open_memmap(target, "w+", np.complex64, signals.shape)
    job = stockham.Job("c2c f32 128 b4000", device_memory=1 << 20)
    job.run(signals, spectra)
    spectra.flush()
    # [files]
    assert job.report.complete and job.report.shares[0].chunks >= 4
    check(np.load(target), exact("fft", lines), 128)
    stockham.Job("c2c f32 128 b4000 in inv scale=0.0078125").run(np.load(target, mmap_mode="r+"))
    assert np.allclose(np.load(target), lines, atol=1e-5)
    with pytest.raises(stockham.ArgumentError, match="input: the array is read-only"):
        stockham.Job("c2c f32 128 b4000 in").run(signals)


def test_two_devices():
    devices, owners = halves()
    x = random((500, 64))
    job = stockham.Job("c2c f32 64 b500", devices=devices, chunk_bytes=4000)
    check(job.run(x), exact("fft", x), 64)
    assert [each.device for each in job.report.shares] == devices == job.devices
    assert sum(each.units for each in job.report.shares) == 500
    del job, owners


class Enough(Exception):
    pass


def enough(*_):
    raise Enough


def without_memory(message):
    """A job that drops both halves of the device in its run, usually one after the other."""
    devices, owners = halves()
    job = stockham.Job("c2c f32 1024 b100", devices=devices, device_memory=1000, message=message)
    job.owners = owners
    return job


def test_no_device_has_the_memory():
    with pytest.raises(stockham.UnsupportedError, match="1000 bytes") as caught:
        without_memory(lambda text: None).run(random((100, 1024)))
    assert caught.value.rule == "memory"


def test_messages():
    """The first device dropped is reported, unless the second one is dropped at the same time."""
    told, x = [], random((100, 1024))
    for _ in range(40):
        with pytest.raises(stockham.UnsupportedError):
            without_memory(told.append).run(x)
        if told:
            break
    assert len(told) == 1 and told[0].startswith("the job goes on without") and "1000 bytes" in told[0]
    for _ in range(40):
        with pytest.raises((Enough, stockham.UnsupportedError)) as caught:
            without_memory(enough).run(x)
        if caught.type is Enough:
            break
    assert caught.type is Enough


@pytest.mark.parametrize("failure, kept", [("a chunk that did not end within 9 s failed", 1), ("out of memory", 0)])
def test_arrays_that_a_late_device_may_still_write_are_kept(monkeypatch, failure, kept):
    class Native:
        def run(self, *_):
            return True, 1.0, [(stockham.get_device().int_ptr, 3, 1, 1.0, failure)]

    late = []
    monkeypatch.setattr("stockham._jobs.job._late", late)
    job = stockham.Job("c2c f32 8 b3")
    job._native = Native()
    x, out = random((3, 8)), random((3, 8))
    job.run(x, out)
    assert len(late) == kept and all(a is x and b is out for a, b in late)
    assert job.report.shares[0].failure == failure


def test_choices_of_devices():
    device = stockham.get_device()
    x = random((3, 16))
    for choice in (None, [None], device, [device], device.name, stockham.devices().index(device)):
        job = stockham.Job("c2c f32 16 b3", devices=choice)
        assert job.devices == [device]
    check(job.run(x), exact("fft", x), 16)
    everything = stockham.Job("c2c f32 16 b3", devices="all")
    assert device in everything.devices
    check(everything.run(x), exact("fft", x), 16)
    with stockham.using_device(device):
        assert stockham.Job("c2c f32 16").devices == [device]


class Listed:
    def __init__(self, kind, has_double=True):
        self.kind, self.has_double, self.int_ptr = kind, has_double, stockham.get_device().int_ptr


def test_a_cpu_of_two_runtimes_is_one_device(monkeypatch):
    listed = [Listed("gpu"), Listed("gpu"), Listed("cpu", has_double=False), Listed("cpu"), Listed("cpu"), Listed("other")]
    monkeypatch.setattr(_devices, "devices", lambda: listed)
    assert _devices.find_devices("all", needs_double=False) == [*listed[:3], listed[5]]
    assert _devices.find_devices("all", needs_double=True) == [*listed[:2], listed[3], listed[5]]


def test_progress():
    told = []

    def progress(done, total, seconds):
        told.append((done, total))
        assert seconds > 0 and threading.current_thread() is threading.main_thread()

    job = stockham.Job("c2c f32 64 b100", chunk_bytes=1500, progress=progress)
    job.run(random((100, 64)))
    assert told == sorted(told) and told[-1] == (100, 100)


def slowly(first, units, array):
    time.sleep(0.02)


def nothing(first, units, array):
    pass


def test_cancellation():
    job = stockham.Job("c2c f32 64 b1000", chunk_bytes=1500, progress=lambda done, total, seconds: done < 6)
    report = job.run_between(nothing, slowly)
    assert report is job.report and not report.complete and report.shares[0].units < 1000
    job = stockham.Job("c2c f32 64 b1000", progress=lambda *_: None)  # None goes on
    assert job.run_between(nothing, nothing).complete


def test_cancellation_returns_the_array():
    stops = [True]
    # While the plan is compiled, unless that takes less than a tenth of a second.
    job = stockham.Job("c2c f32 1331 b1000", chunk_bytes=20000, progress=lambda *_: not stops[0])
    x = random((1000, 1331))
    assert job.run(x).shape == x.shape
    assert not job.report.complete
    stops[0] = False
    check(job.run(x), exact("fft", x), 1331)
    assert job.report.complete


@pytest.mark.parametrize("where", ["progress", "read", "write"])
def test_what_a_function_raises_ends_the_run(where):
    ends = {"read": nothing, "write": nothing, where: enough}
    job = stockham.Job("c2c f32 64 b100", progress=ends.get("progress"))
    for _ in range(2):
        with pytest.raises(Enough):
            job.run_between(ends["read"], ends["write"])
    assert job.report is None
    if where != "progress":
        assert job.run_between(nothing, nothing).complete


def test_functions_in_place_of_arrays():
    x, y = random((100, 64)), np.zeros((100, 64), "F")
    calls = []

    def read(first, units, array):
        assert array.dtype == np.uint8 and array.size == units * job.input_pitch
        array[...] = x[first:first + units].reshape(-1).view(np.uint8)

    def write(first, units, array):
        assert not array.flags.writeable and array.size == units * job.output_pitch
        calls.append((first, units))
        y[first:first + units] = array.view("F").reshape(units, 64)

    job = stockham.Job("c2c f32 64 b100", chunk_bytes=4000)
    assert job.run_between(read, write).complete
    check(y, exact("fft", x), 64)
    assert sum(units for _, units in calls) == 100 and len(calls) == len(set(calls)) > 1


def test_a_job_does_not_run_within_itself():
    refused = []

    def again(*_):
        with pytest.raises(RuntimeError, match="same job") as caught:
            job.run_between(nothing, nothing)
        refused.append(caught)

    job = stockham.Job("c2c f32 64 b100", progress=again)
    assert job.run_between(again, nothing).complete
    assert len(refused) >= 2


def test_threads_share_a_job():
    job = stockham.Job("c2c f32 64 b100", chunk_bytes=4000)
    x = [k * random((100, 64)) for k in range(1, 5)]
    got = [None] * 4

    def work(k):
        got[k] = job.run(x[k])

    threads = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a thread hangs"
    for k in range(4):
        check(got[k], exact("fft", x[k]), 64)


def test_convolution():
    kernel, x = random(48, "f"), random((20, 48), "f")
    spectrum = np.fft.fft(kernel).astype("F")
    scale = f"scale={1 / 48}"
    expected = np.fft.irfft(np.fft.rfft(x) * np.fft.rfft(kernel), 48)
    real = stockham.Job.convolution(f"r2c f32 48 b20 {scale}", spectrum, chunk_bytes=1000)
    got = real.run(x)
    assert got.dtype == np.float32 and got.shape == x.shape and np.allclose(got, expected, atol=1e-5)
    assert real.report.shares[0].chunks > 1
    across = stockham.Job.convolution(f"c2c f32 48 b20 {scale} in", spectrum, correlate=True)
    y = x.astype("F")
    assert across.run(y) is y
    assert np.allclose(y, np.fft.ifft(np.fft.fft(x) * spectrum.conj()), atol=1e-5)
    for wrong in (spectrum[:-1], spectrum.astype("D"), spectrum.real, spectrum[:25]):
        with pytest.raises(stockham.ArgumentError, match="spectrum: "):
            stockham.Job.convolution("r2c f32 48 b20", wrong)
    with pytest.raises(stockham.ArgumentError, match="packed"):
        stockham.Job.convolution("c2c f32 48 b20 id=50", spectrum)
    with pytest.raises(stockham.ArgumentError):
        stockham.Job.convolution("dct2 f32 48 b20", spectrum)


def test_arrays_unlike_the_problem():
    job = stockham.Job("c2c f32 64 b10")
    x = random((10, 64))
    wrong = {"complex64, not": x.astype("D"), "complex64, not >c8": x.astype(">c8"), "the array has": x[:9],
             "C-contiguous": random((10, 128))[:, ::2], "not a numpy array": x.tolist(), "has 5128": random(641)}
    for text, array in wrong.items():
        with pytest.raises(stockham.ArgumentError, match=text) as caught:
            job.run(array)
        assert caught.value.field == "input"
        with pytest.raises(stockham.ArgumentError, match=text) as caught:
            job.run(x, array)
        assert caught.value.field == "output"
    with pytest.raises(stockham.ArgumentError, match="contiguous"):
        job.run(np.asfortranarray(x))
    closed = np.empty_like(x)
    closed.flags.writeable = False
    with pytest.raises(stockham.ArgumentError, match="output: the array is read-only"):
        job.run(x, closed)
    memory = random((19, 64))
    with pytest.raises(stockham.ArgumentError, match="overlap"):
        job.run(memory[:10], memory[9:])
    with pytest.raises(stockham.ArgumentError, match="overlap"):
        job.run(x, x)
    with pytest.raises(stockham.ArgumentError, match="read: int"):
        job.run_between(3, nothing)
    assert job.report is None


@pytest.mark.parametrize("problem, rule", [("c2c f32 8 loops=3:16,2:50", "job"), ("c2c f32 8 b4 is=2", "job"),
                                           ("c2c f32 8 b4 if=planar", "job")])
def test_layouts_that_jobs_do_not_have(problem, rule):
    with pytest.raises(stockham.UnsupportedError) as caught:
        stockham.Job(problem)
    assert caught.value.rule == rule


def test_arguments_of_jobs():
    device = stockham.get_device()
    for devices, text in (([device, device], "named twice"), (["no such device"], "no such device"), ([], "at least one"),
                          ("no such device", "no such device")):
        with pytest.raises(stockham.ArgumentError, match=text):
            stockham.Job("c2c f32 8 b4", devices=devices)
    for problem in ("c2c", "", "c2c f32 0", random((3, 8)), None):
        with pytest.raises(stockham.ArgumentError):
            stockham.Job(problem)
    for options in ({"chunk_bytes": -1}, {"patience": "long"}, {"colour": 3}):
        with pytest.raises((TypeError, stockham.ArgumentError)):
            stockham.Job("c2c f32 8 b4", **options)
    with pytest.raises((stockham.ArgumentError, stockham.UnsupportedError)):
        stockham.Job("c2c f32 8 b4", plan_string="nonsense").run(random((4, 8)))


def test_plan_strings():
    x = random((4, 256))
    plan = stockham.Plan("c2c f32 256 b4")
    job = stockham.Job("c2c f32 256 b4", plan_string=plan.plan_string(), chunk_bytes=1 << 20)
    check(job.run(x), exact("fft", x), 256)


def test_options_that_do_not_change_results():
    x = random((100, 64))
    for options in ({"pinned": True}, {"copy_threads": 1}, {"patience": 1.5, "device_memory": 1 << 20}):
        check(stockham.Job("c2c f32 64 b100", **options).run(x), exact("fft", x), 64)


def test_jobs_are_not_copied():
    job = stockham.Job("c2c f32 8 b4")
    refuses_copies(job)
    refuses_copies(job._native)


@pytest.mark.parametrize("ends", ["lambda *_: time.sleep(0.05), lambda *_: None", "lambda *_: time.sleep(30), lambda *_: None"])
def test_interrupt(ends):
    said, _, seconds = interrupted(f"""
import os, time, stockham
job = stockham.Job("c2c f32 64 b100000", chunk_bytes=1000, patience=1.0)
print("go")
try:
    job.run_between({ends})
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os._exit(0)
""", 1)
    assert said == "interrupted\n" and seconds < 10


def test_fork_after_use(run_apart):
    said, status = run_apart("""
import os, sys, numpy as np, stockham
job = stockham.Job("c2c f32 16 b4")
x = np.ones((4, 16), "F")
job.run(x)
child = os.fork()
if child == 0:
    for call in (lambda: job.run(x), lambda: stockham.Job("c2c f32 16")):
        try:
            call()
        except RuntimeError as error:
            print("refused:", error, flush=True)
    del job
    sys.exit(7)
print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(job.run(x)[3, 0])
""")
    assert status == 0 and said.count("refused: stockham was used before this process was forked") == 2, said
    assert "child 7" in said and "(16+0j)" in said


def test_exit_after_a_run_was_cancelled(run_apart):
    said, status = run_apart("""
import numpy as np, stockham
job = stockham.Job("c2c f32 1331 b100", progress=lambda *_: False)
job.run_between(lambda *_: None, lambda *_: None)
print("leaving", job.report.complete)
""")
    assert status == 0 and said.startswith("leaving"), said
