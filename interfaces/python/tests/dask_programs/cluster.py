"""A cluster of a scheduler that has no stockham, and two worker processes: right results, one device and one context for the
threads of a worker, and a worker that is killed in the middle."""

import os
import signal
import subprocess
import sys
import time

import dask.array as da
import numpy as np
import scipy.fft
from distributed import Client

import stockham.dask

# A scheduler that cannot import the package.
SCHEDULER = """
import sys
sys.modules["stockham"] = None
from distributed.cli.dask_scheduler import main
main(["--no-dashboard", "--no-show", "--port", "0", "--host", "127.0.0.1", "--scheduler-file", sys.argv[1]])
"""


def start(folder):
    file = os.path.join(folder, "scheduler.json")
    everything = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    made = [subprocess.Popen([sys.executable, "-c", SCHEDULER, file], **everything)]
    made += [subprocess.Popen([sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", file, "--nthreads", "2",
                               "--no-dashboard", "--name", str(number), "--memory-limit", "1GiB", "--local-directory", folder],
                              **everything) for number in range(2)]
    client = Client(scheduler_file=file, timeout=60)
    client.wait_for_workers(2, timeout=60)
    return made, client


def same(a, b):
    assert a.dtype == b.dtype and a.shape == b.shape and np.linalg.norm(a - b) <= 1e-13 * np.linalg.norm(b)


def hosts():
    """The number of contexts of a worker, and the device of its tasks."""
    from stockham import _devices
    from stockham.dask import _worker

    return len(_devices._sessions), _worker.device().name


def results(x, d):
    same(stockham.dask.fftn(d).compute(), scipy.fft.fftn(x))
    same(stockham.dask.irfft2(stockham.dask.rfft2(d)).compute(), x)
    # All threads of both workers compute, each process in one context.
    once = stockham.dask.fft(da.from_array(np.concatenate([x] * 4), chunks=(3, -1, -1))).persist()
    same(once[:24].compute(), scipy.fft.fft(x))
    assert stockham.dask._memory.block_limit() == (2**30 // 2 // 6, 4)


def killed(client, x, d):
    """A worker dies while its blocks are computed. Its nanny starts another, and dask computes the lost blocks again."""
    victim = next(iter(client.run(os.getpid).values()))

    def slow(block):
        time.sleep(0.5)
        return block

    future = client.compute(stockham.dask.fftn(d.map_blocks(slow, dtype=d.dtype, meta=np.empty((0, 0, 0)))))
    time.sleep(1)
    os.kill(victim, signal.SIGKILL)
    same(future.result(timeout=120), scipy.fft.fftn(x))


def main(folder):
    x = np.random.default_rng(3).random((24, 16, 20))
    d = da.from_array(x, chunks=(6, 16, 10))
    made, client = start(folder)
    try:
        results(x, d)
        for contexts, device in client.run(hosts).values():
            assert contexts == 1 and device
        killed(client, x, d)
    finally:
        client.close()
        for each in made:
            each.terminate()
    print("cluster: right")


if __name__ == "__main__":
    main(sys.argv[1])
