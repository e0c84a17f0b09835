"""Signals, forks, exits, and objects passed to other processes cause neither crashes nor hangs."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import stockham


def test_fork_after_use(run_apart):
    said, status = run_apart("""
import os, sys, numpy as np, stockham
plan = stockham.Plan("c2c f32 16")
stockham.fft.fft(np.ones(16))
child = os.fork()
if child == 0:
    try:
        stockham.fft.fft(np.ones(16))
    except RuntimeError as error:
        print("refused:", error, flush=True)
    del plan
    stockham.cache.clear()
    sys.exit(7)
print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(stockham.fft.fft(np.ones(16))[0])
""")
    assert status == 0 and "refused: stockham was used before this process was forked" in said
    assert "child 7" in said and "(16+0j)" in said


def test_fork_before_use(run_apart):
    said, status = run_apart("""
import os, numpy as np, stockham
child = os.fork()
value = stockham.fft.fft(np.ones(16))[0]
if child:
    print(value, os.waitpid(child, 0)[1])
""")
    assert status == 0 and "(16+0j) 0" in said


def test_exit_with_work_pending(run_apart):
    pytest.importorskip("pyopencl")
    said, status = run_apart("""
import numpy as np, pyopencl as cl, pyopencl.array, stockham
device = cl.Device.from_int_ptr(stockham.get_device().int_ptr)
queue = cl.CommandQueue(cl.Context([device]))
x = cl.array.zeros(queue, (512, 512), np.complex64)
kept = stockham.Plan(x, axes=(0,))
for _ in range(20):
    x = stockham.fft.fft2(x)
    kept(x)
print("leaving", flush=True)
""")
    assert status == 0, said
    assert said.strip().endswith("leaving")


@pytest.mark.parametrize("call", ["job.run(x)", "job.run_between(read, write)"])
def test_exit_while_a_daemon_thread_computes(run_apart, call):
    """The thread must not unwind the library's functions when the interpreter refuses it the lock."""
    said, status = run_apart(f"""
import threading, time, numpy as np, stockham
x = np.ones((64, 1024), np.complex64)
job = stockham.Job("c2c f32 1024 b64", progress=lambda *now: None)
started = threading.Event()
def read(first, units, array): array[...] = 0
def write(first, units, array): time.sleep(0.001)
def work():
    while True:
        {call}
        started.set()
threading.Thread(target=work, daemon=True).start()
started.wait()
""")
    assert (said, status) == ("", 0)


def interrupted(program, seconds):
    """Sends Ctrl-C after the program has printed "go"; returns its output, its exit status, and the time until it ended."""
    running = subprocess.Popen([sys.executable, "-u", "-c", program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True)
    assert running.stdout.readline() == "go\n"
    time.sleep(seconds)
    running.send_signal(signal.SIGINT)
    began = time.monotonic()
    said, _ = running.communicate(timeout=180)
    return said, running.returncode, time.monotonic() - began


def test_interrupt_while_planning():
    said, status, _ = interrupted("""
import stockham
print("go")
for _ in range(10**6):
    stockham.Plan("c2c f32 4096 b64", rigor="exhaustive", search_again=True, wisdom=stockham.Wisdom())
""", 2)
    assert "KeyboardInterrupt" in said and status == -signal.SIGINT


def test_interrupt_while_waiting():
    said, status, _ = interrupted("""
import numpy as np, stockham
x = np.ones((256, 256))
stockham.fft.fft2(x)
print("go")
while True:
    stockham.fft.fft2(x)
""", 0.5)
    assert "KeyboardInterrupt" in said and status == -signal.SIGINT


def test_no_opencl_at_all(run_apart):
    said, status = run_apart("""
import stockham
print(stockham.devices())
try:
    stockham.fft.fft([1.0, 2.0])
except stockham.ArgumentError as error:
    print(error)
""", STOCKHAM_OPENCL="/there/is/none.so")
    assert status == 0 and said.startswith("[]\n") and "OpenCL" in said


def test_import_is_light(run_apart):
    said, status = run_apart("""
import sys, stockham
print([name for name in ("scipy", "pyopencl", "uarray") if name in sys.modules])
""")
    assert status == 0 and said == "[]\n"


def transformed_elsewhere(device, wisdom):
    """Runs in another process."""
    with stockham.using_device(device):
        return stockham.fft.fft(np.ones(16))[0], device, [entry["problem"] for entry in wisdom.entries()]


def test_devices_and_wisdom_in_another_process():
    known = stockham.Wisdom()
    stockham.tune("c2c f32 16", wisdom=known, time_limit=0.2, save=False)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for device in stockham.devices():
            if device.has_double:
                value, back, problems = pool.apply_async(transformed_elsewhere, (device, known)).get(120)
                assert value == 16 and back == device and problems == ["c2c f32 16"]


def test_a_pickled_device_has_no_handle():
    device = stockham.get_device()
    alike = [each for each in stockham.devices() if (each.platform, each.name) == (device.platform, device.name)]
    function, arguments = device.__reduce__()
    assert arguments == (device.platform, device.name, alike.index(device))
    for wrong in (("no such platform", *arguments[1:]), (arguments[0], "no such name", 0), (*arguments[:2], len(alike))):
        with pytest.raises(stockham.ArgumentError, match="device: ") as caught:
            function(*wrong)
        assert wrong[1] in str(caught.value) and caught.value.field == "device"
    assert copy.copy(device) == copy.deepcopy(device) == device


def test_a_device_that_is_not_listed_is_not_pickled(monkeypatch):
    device = stockham.get_device()
    monkeypatch.setattr("stockham._devices.devices", list)
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(device)


def test_wisdom_is_copied_with_its_entries():
    known = stockham.Wisdom()
    stockham.tune("c2c f32 16", wisdom=known, time_limit=0.2, save=False)
    for other in (copy.copy(known), copy.deepcopy(known), pickle.loads(pickle.dumps(known))):
        assert other.text() == known.text()
        other.forget("")
        assert known.entries() and not other.entries()


def test_pickles_of_older_versions():
    known = pickle.loads(b"cstockham._wisdom\n_wisdom_of\n(V" + " ".join(stockham.Wisdom().text().split()).encode() + b"\ntR.")
    assert known.entries() == []
    assert pickle.loads(b"cstockham._job_report\nJobReport\n.") is stockham.JobReport


def handles():
    """Objects that own handles of this process."""
    plan = stockham.Plan("c2c f32 16")
    yield plan
    yield plan._native
    yield plan._session
    yield plan._what
    yield stockham._stockham.describe(stockham.get_device().int_ptr)


def refuses_copies(thing):
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="pickle"):
            way(thing)


def test_handles_are_not_copied():
    for thing in handles():
        refuses_copies(thing)


def test_handles_of_queues_are_not_copied(queue):
    cl = pytest.importorskip("pyopencl")
    from stockham._arrays.queues import queue_of

    plan = stockham.Plan("c2c f32 16", queue=queue)
    buffers = [cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 128) for _ in range(2)]
    event = plan.enqueue(queue.int_ptr, *buffers)
    refuses_copies(event)
    event.wait()
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(queue_of(queue))


PROCESSES = int(os.environ.get("STOCKHAM_TEST_PROCESSES", "3"))


def test_first_use_by_eight_threads(run_apart):
    """PoCL's initialisation is not thread-safe. Each new process is one trial; STOCKHAM_TEST_PROCESSES sets their number."""
    for trial in range(PROCESSES):
        said, status = run_apart("""
from concurrent.futures import ThreadPoolExecutor
import numpy as np, stockham
results = list(ThreadPoolExecutor(8).map(stockham.fft.fft, [np.ones(8)] * 8))
assert all(np.allclose(result, [8] + [0] * 7) for result in results), results
""")
        assert status == 0, f"process {trial} of {PROCESSES}: {said}"


def test_a_failed_look_up_is_not_remembered(run_apart, tmp_path):
    """The system's loader appears under the name that STOCKHAM_OPENCL has only after the first look-up."""
    found, status = run_apart("""
import ctypes
ctypes.CDLL("libOpenCL.so.1")
print(next(line.split()[-1] for line in open("/proc/self/maps") if "libOpenCL" in line))
""")
    if status != 0:
        pytest.skip("the system has no OpenCL loader")
    loader = tmp_path / "libOpenCL.so"
    said, status = run_apart(f"""
import os, stockham
try:
    stockham.get_device()
except stockham.StockhamError as error:
    print("refused:", error)
os.symlink({found.strip()!r}, {str(loader)!r})
print("found", stockham.get_device().name)
""", STOCKHAM_OPENCL=str(loader))
    assert status == 0 and "found" in said, said
    refusal = next(line for line in said.splitlines() if line.startswith("refused: "))
    assert "STOCKHAM_OPENCL: cannot load the OpenCL loader" in refusal and str(loader) in refusal


MESSAGES = """
import logging, threading
logging.basicConfig(level=LEVEL, format="%(levelname)s %(name)s: %(message)s")
import stockham
from stockham import _stockham
_stockham.receive_message("a warning of 100%s")
one = threading.Thread(target=_stockham.receive_message, args=("note: compiling took long",))
one.start()
one.join()
"""


def test_messages_are_records_of_logging(run_apart):
    said, status = run_apart(MESSAGES.replace("LEVEL", "logging.INFO"))
    assert status == 0
    assert said == "WARNING stockham: a warning of 100%s\nINFO stockham: compiling took long\n"


def test_notes_are_silent_by_default(run_apart):
    said, status = run_apart(MESSAGES.replace("LEVEL", "logging.WARNING"))
    assert status == 0
    assert said == "WARNING stockham: a warning of 100%s\n"


def test_an_ignored_setting_is_a_warning(run_apart):
    said, status = run_apart("import stockham\nstockham.cache.disk_usage()\n", STOCKHAM_CACHE_MB="plenty")
    assert status == 0
    assert said == "STOCKHAM_CACHE_MB is 'plenty', not a number of MiB; the limit stays at 256 MiB\n"
