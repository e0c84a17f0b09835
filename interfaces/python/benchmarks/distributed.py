"""distributed.py [POINTS] [ROUNDS]: the time of a distributed transform (c2c, single precision) by stockham.mpi, and of its parts:
the transforms of a rank, the exchange, and the normalisation. Prints the sum of the parts, the model of docs/clusters.md, beside
the time of the whole, and the same with FFTW in mpi4py-fft. Run it by mpirun. Times are those of the slowest rank, in the fastest of the
rounds, because other programs disturb ranks that wait for each other."""

import sys
import time

import numpy as np
from mpi4py import MPI
from mpi4py_fft import PFFT

from stockham import mpi

comm = MPI.COMM_WORLD


def fastest(function, rounds):
    times = []
    for _ in range(rounds + 1):  # the first one compiles
        comm.Barrier()
        start = time.perf_counter()
        function()
        times.append(comm.allreduce(time.perf_counter() - start, MPI.MAX))
    return min(times[1:])


def parts(plan, rounds):
    """The seconds of a plan's steps and exchanges, each alone."""
    local = sum(fastest(lambda step=step: step.fwd(), rounds) for step in plan.xfftn)
    exchange = 0.0
    for before, transfer, after in zip(plan.xfftn, plan.transfer, plan.xfftn[1:]):
        a, b = before.forward.output_array, after.forward.input_array
        exchange += fastest(lambda: transfer.forward(a, b), rounds)
    scale = fastest(lambda: [np.multiply(step.forward.output_array, 1, step.forward.output_array) for step in plan.xfftn], rounds)
    return local, exchange, scale


def main(points=256, rounds=15):
    shape = (points,) * 3
    rows = []
    with mpi.plan(comm, shape, dtype=np.complex64) as plan:
        rows.append((plan.device.name, plan, fastest(plan.forward, rounds), *parts(plan, rounds)))
        where = [communicator.size for communicator in plan.subcomm]
    plan = PFFT(comm, shape, dtype=np.complex64, grid=where, collapse=comm.size == 1)
    rows.append(("FFTW", plan, fastest(plan.forward, rounds), *parts(plan, rounds)))
    if comm.rank == 0:
        for name, _, whole, local, exchange, scale in rows:
            model = local + exchange + scale
            print(f"{points}^3 c2c f32, {comm.size} ranks, {name[:24]}: {1e3 * whole:.1f} ms; transforms {1e3 * local:.1f}, "
                  f"exchange {1e3 * exchange:.1f}, scale {1e3 * scale:.1f}, sum {1e3 * model:.1f}: whole / sum {whole / model:.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
