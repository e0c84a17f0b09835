"""random_problems.py COUNT SEED [MOST]: COUNT random distributed transforms against scipy in long double, on the first 1, 2, ..
of the ranks in turn. With MOST, only those of a run of MOST ranks that take as many ranks as this run has. Prints the largest
error as a share of the limit, and how many exceed the library's own gate."""

import os
import sys

import numpy as np
import scipy.fft
from mpi4py import MPI

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from reference import EPS, gate  # noqa: E402

from stockham import mpi  # noqa: E402

KINDS = ["c2c", "r2c", "c2r", *(f"{f}{n}" for f in ("dct", "dst") for n in (1, 2, 3, 4))]


def random_problem(rng, ranks):
    """The arguments of plan, and the lengths that its normalisation counts."""
    kind = KINDS[rng.choice(11, p=[0.2, 0.2, 0.2, *[0.05] * 8])]
    rank = int(rng.integers(2, 5))
    low = max(2 * ranks, 2)
    shape = [int(rng.integers(low, low + (30 if rank == 2 else 12 if rank == 3 else 5))) for _ in range(rank)]
    axes = [int(a) for a in rng.permutation(rank)[:rng.integers(1, rank + 1)]]
    dtype = {"c2c": "FD", "r2c": "fd", "c2r": "fd"}.get(kind, "fd")[rng.integers(2)]
    slab = [None, True, False][rng.integers(3)]
    return dict(shape=shape, axes=axes, dtype=dtype, kind=kind, slab=slab)


def expected(kind, x, lengths, axes):
    """The forward transform in long double, without normalisation."""
    if kind == "c2r":
        return scipy.fft.irfftn(x.astype(np.clongdouble), lengths, axes, norm="forward")
    if kind in ("c2c", "r2c"):
        return {"c2c": scipy.fft.fftn, "r2c": scipy.fft.rfftn}[kind](x.astype(np.result_type(x, np.longdouble)), axes=axes)
    return getattr(scipy.fft, f"{kind[:3]}n")(x.astype(np.longdouble), int(kind[3]), axes=axes)


def run(comm, rng, problem):
    """The error of one problem as a share of the gate. The generators of all ranks agree. `problem`: the arguments of plan."""
    kind, axes = problem["kind"], problem["axes"]
    with mpi.plan(comm, **problem) as plan:
        shape = plan.global_shape(False)
        whole = rng.uniform(-1, 1, shape)
        if kind in ("c2c", "c2r"):
            whole = whole + 1j * rng.uniform(-1, 1, shape)
        x = mpi.new_array(plan)
        whole = whole.astype(x.dtype)
        x[...] = whole[plan.local_slice(False)]
        # c2r is a backward transform of mpi4py-fft, which does not normalise by default.
        y = plan.forward(x, normalize=False)
        lengths = [problem["shape"][a] for a in axes]
        wanted = expected(kind, whole, lengths, axes)[plan.local_slice(True)]
        sums = comm.allreduce(np.array([(abs(y - wanted)**2).sum(), (abs(wanted)**2).sum()], np.double))
        again = plan.backward(y.copy(), normalize=True)
        # The imaginary parts that a real transform ignores do not come back.
        back = 0 if kind == "c2r" else comm.allreduce(float((abs(again - x)**2).sum())) / (abs(whole)**2).sum()
        points = int(np.prod(lengths))
        eps = EPS[y.dtype.char]
        own = 0.6 * eps * np.sqrt(np.log2(max(points, 2))) + eps
        error = float(np.sqrt(sums[0] / sums[1]))
        assert back**0.5 <= 3 * gate(y.dtype, points), f"{problem} on {comm.size} ranks: the inverse differs by {back**0.5:.2e}"
        assert error <= gate(y.dtype, points), f"{problem} on {comm.size} ranks: error {error:.2e}, limit {gate(y.dtype, points):.2e}"
        return error / own


def main(count, seed, most=None):
    world = MPI.COMM_WORLD
    worst, above, done = 0.0, 0, 0
    for number in range(count):
        ranks = 1 + number % (most or world.size)
        if most and ranks != world.size:
            continue
        comm = world.Split(0 if world.rank < ranks else MPI.UNDEFINED)
        done += 1
        if comm != MPI.COMM_NULL:
            rng = np.random.default_rng([seed, number])
            share = run(comm, rng, random_problem(rng, comm.size))
            worst, above = max(worst, share), above + (share > 1)
            comm.Free()
    if world.rank == 0:
        print(f"{done} random problems on {world.size if most else 1} to {world.size} ranks, seed {seed}: largest error "
              f"{worst:.2f} of the gate, {above} above it", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
