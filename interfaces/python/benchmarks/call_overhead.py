"""Measures the host time of one call from C++, of a plan, and of scipy's functions, for pyopencl arrays of a small image.

    python call_overhead.py [--device WORD] [--side 64] [--calls 200] [--rounds 21] [--check]

Prints microseconds per call: the median of the rounds, each of many calls on an in-order queue. The wait for the device is
not timed. The second column is the processor time of the calling thread, which is less affected by other programs. With
--check, the exit status is 1 if Python adds more than the limits.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from typing import Callable

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import stockham

MOST_PLANNED, MOST_UNPLANNED = 10.0, 30.0  # microseconds more than the C++ call


def measure(call: Callable[[int], None], queue: cl.CommandQueue, calls: int, rounds: int) -> tuple[float, float]:
    """Microseconds per call, in wall-clock time and in processor time of this thread."""
    wall, thread = [], []
    for _ in range(rounds + 1):  # the first round is a warm-up
        queue.finish()
        start, busy = time.perf_counter(), time.thread_time()
        call(calls)
        wall.append(time.perf_counter() - start)
        thread.append(time.thread_time() - busy)
    queue.finish()
    return statistics.median(wall[1:]) / calls * 1e6, statistics.median(thread[1:]) / calls * 1e6


def repeat(call: Callable[[], object]) -> Callable[[int], None]:
    def loop(count: int) -> None:
        for _ in range(count):
            call()

    return loop


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--device", help="a number, gpu, cpu, or a part of the name")
    arguments.add_argument("--side", type=int, default=64, help="points along each axis")
    arguments.add_argument("--calls", type=int, default=200, help="calls per round")
    arguments.add_argument("--rounds", type=int, default=21)
    arguments.add_argument("--check", action="store_true", help="fail if Python adds more than the limits")
    given = arguments.parse_args()

    device = cl.Device.from_int_ptr(stockham.find_device(given.device).int_ptr)
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    x = cl_array.to_device(queue, np.ones((given.side, given.side), np.complex64))
    out = cl_array.empty_like(x)
    plan = stockham.Plan(x, out)
    workspace = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, max(plan.workspace_size, 1))

    def native(count: int) -> None:
        plan._native.enqueue_repeatedly(queue.int_ptr, x.data.int_ptr, out.data.int_ptr, workspace.int_ptr, count)

    cases: list[tuple[str, Callable[[int], None]]] = [
        ("C++: plan.enqueue(queue, in, out, workspace)", native),
        ("plan.enqueue(queue, x, out, workspace)", repeat(lambda: plan.enqueue(queue, x, out, workspace))),
        ("plan(x, out)", repeat(lambda: plan(x, out))),
        ("plan(x), a new output", repeat(lambda: plan(x))),
        ("fft2(x, overwrite_x=True)", repeat(lambda: stockham.fft.fft2(x, overwrite_x=True))),
        ("fft2(x), a new output", repeat(lambda: stockham.fft.fft2(x))),
        ("pyopencl.array.empty_like(x), for comparison", repeat(lambda: cl_array.empty_like(x))),
    ]
    print(f"{device.name} ({device.platform.name}), c2c f32 {given.side}x{given.side}, {plan.launches} launch(es), "
          f"{given.calls} calls x {given.rounds} rounds")
    print(f"{'us/call':>9} {'thread us':>10} {'over C++':>9}  call")
    over = {}
    first = None
    for name, call in cases:
        wall, thread = measure(call, queue, given.calls, given.rounds)
        first = wall if first is None else first
        over[name] = wall - first
        print(f"{wall:9.2f} {thread:10.2f} {over[name]:9.2f}  {name}", flush=True)
    planned, unplanned = over["plan(x, out)"], over["fft2(x), a new output"]
    print(f"over C++: planned {planned:.1f} us (limit {MOST_PLANNED:.0f}), unplanned {unplanned:.1f} us "
          f"(limit {MOST_UNPLANNED:.0f})")
    return int(given.check and (planned > MOST_PLANNED or unplanned > MOST_UNPLANNED))


if __name__ == "__main__":
    sys.exit(main())
