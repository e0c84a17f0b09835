"""Measures calls with small numpy arrays against scipy.fft, and where the host becomes slower than the device.

    python small_arrays.py [ratios] [limits] [memory] [--rounds 200]

ratios: time over scipy's of `fft` of 64 to 4096 complex64 points, without and with a plan, and of scipy.signal's programs with
many small calls under `scipy.fft.set_backend(stockham)`. limits: times of device and host for 2^9 to 2^15 points. memory: the
first and second time of each of 1,000 lengths, and the resident memory of the process; STOCKHAM_SMALL chooses what computes
them. Times are minima of alternating rounds.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import Any, Callable

import numpy as np
import scipy.fft
import scipy.signal

import stockham
from stockham._arrays import host_runs, host_small

Call = Callable[[], Any]


def fastest(calls: list[Call], rounds: int) -> list[float]:
    """The least time of each call in seconds."""
    counts = []
    for call in calls:
        call()
        start = time.perf_counter()
        call()
        counts.append(max(1, int(3e-4 / (time.perf_counter() - start))))
    least = [float("inf")] * len(calls)
    for _ in range(rounds):
        for which, (call, count) in enumerate(zip(calls, counts)):
            start = time.perf_counter()
            for _ in range(count):
                call()
            least[which] = min(least[which], (time.perf_counter() - start) / count)
    return least


def as_backend(call: Call) -> Call:
    def run() -> None:
        with scipy.fft.set_backend(stockham, only=True):
            call()

    return run


def ratios(rounds: int) -> None:
    rng = np.random.default_rng(1)
    print(f"{'call':28} {'scipy us':>9} {'us':>9} {'ratio':>6} {'plan us':>9} {'plan / no plan':>14}")
    for n in (64, 128, 256, 512, 1024, 2048, 4096):
        x = (rng.uniform(-1, 1, n) + 1j * rng.uniform(-1, 1, n)).astype(np.complex64)
        plan = stockham.Plan(x)
        theirs, ours, planned = fastest([lambda: scipy.fft.fft(x), lambda: stockham.fft.fft(x),
                                         lambda: stockham.fft.fft(x, plan=plan)], rounds)
        print(f"{f'fft of {n}':28} {theirs * 1e6:9.1f} {ours * 1e6:9.1f} {ours / theirs:6.2f} {planned * 1e6:9.1f} "
              f"{planned / ours:14.2f}", flush=True)
    x = rng.uniform(-1, 1, 20000)
    short = scipy.signal.ShortTimeFFT(scipy.signal.windows.hann(256, sym=False), 128, 1.0)
    spectra = short.stft(x)
    programs: list[tuple[str, Call]] = [
        ("welch, 256 points", lambda: scipy.signal.welch(x)), ("welch, 1024 points", lambda: scipy.signal.welch(x, nperseg=1024)),
        ("ShortTimeFFT.stft", lambda: short.stft(x)), ("ShortTimeFFT.istft", lambda: short.istft(spectra))]
    for name, program in programs:
        theirs, ours = fastest([program, as_backend(program)], rounds)
        print(f"{name:28} {theirs * 1e6:9.0f} {ours * 1e6:9.0f} {ours / theirs:6.2f}", flush=True)


def cases(points: int, precision: str) -> list[tuple[str, Call]]:
    """Calls with arrays of this many points, in one line, in rows of 256, and in two dimensions."""
    rng = np.random.default_rng(2)
    found: list[tuple[str, Call]] = []
    side = 1 << points.bit_length() // 2
    for layout, shape, many in (("line", (points,), ""), ("rows", (points // 256, 256), ""), ("2-D", (points // side, side), "n")):
        x = rng.uniform(-1, 1, shape).astype(precision)
        z, half = x.astype(precision.upper()), np.fft.rfftn(x).astype(precision.upper())
        for kind, name, array, more in (("c2c", "fft", z, {}), ("r2c", "rfft", x, {}), ("c2r", "irfft", half, {}),
                                        ("dct2", "dct", x, {}), ("dct4", "dct", x, {"type": 4})):
            function = getattr(stockham.fft, name + many)
            found.append((f"{kind} {layout}", lambda function=function, array=array, more=more: function(array, **more)))
    return found


def limits(rounds: int) -> None:
    for precision in "fd":
        for log in range(9, 16):
            for name, call in cases(1 << log, precision):
                requests: list[tuple[Any, np.ndarray]] = []
                run, host_runs.run = host_runs.run, lambda request, x, out: requests.append((request, x))
                host_small._word = "device"
                stockham.cache.clear()
                call()
                host_runs.run = run
                (request, x), = requests
                transform = host_small.transformation(request)
                device, host = fastest([call, lambda: transform(x, np.empty(request.output_shape, request.output_dtype))], rounds)
                print(f"{precision} 2^{log:<2} {name:10} device {device * 1e6:6.0f} us, host {host * 1e6:6.0f} us, "
                      f"device / host {device / host:5.2f}", flush=True)


def memory() -> None:
    page = os.sysconf("SC_PAGESIZE")
    lengths = [*range(64, 4064, 4)] if host_small.computer() == "host" else [*range(64, 664, 10)]
    every = 100 if len(lengths) > 100 else 10
    times: list[tuple[float, float]] = []
    for count, n in enumerate(lengths, 1):
        x = np.ones(n, np.complex64)
        moments = [time.perf_counter()]
        for _ in range(2):
            stockham.fft.fft(x)
            moments.append(time.perf_counter())
        times.append((moments[1] - moments[0], moments[2] - moments[1]))
        if count % every == 0 or count == 1:
            resident = int(open("/proc/self/statm").read().split()[1]) * page
            first, second = (sorted(each)[len(times) // 2] * 1e3 for each in zip(*times))
            print(f"{count:5} lengths: {resident / 1e6:6.0f} MB; median of first calls {first:8.3f} ms, of second {second:6.3f} ms",
                  flush=True)
    stockham.cache.clear()
    resident = int(open("/proc/self/statm").read().split()[1]) * page
    print(f"after stockham.cache.clear(): {resident / 1e6:.0f} MB")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("what", nargs="*", choices=["ratios", "limits", "memory"], default=["ratios"])
    arguments.add_argument("--rounds", type=int, default=200)
    given = arguments.parse_args()
    device = stockham.get_device()
    print(f"{device.name} ({device.platform}), small arrays: {stockham.info()['small']}, scipy {scipy.__version__}")
    for what in given.what:
        memory() if what == "memory" else {"ratios": ratios, "limits": limits}[what](given.rounds)


if __name__ == "__main__":
    main()
