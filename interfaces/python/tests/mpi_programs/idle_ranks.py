"""More ranks than planes: the last ranks have empty arrays, and results are right. Run on 2 ranks or more."""

import numpy as np
from mpi4py import MPI
from random_problems import run

import stockham
from stockham import mpi
from stockham._arrays import host_runs

comm = MPI.COMM_WORLD
PROBLEMS = [
    dict(shape=(1, 6, 8), axes=[0, 1, 2], dtype="D", kind="c2c", slab=0),
    dict(shape=(4, 1, 6), axes=[2, 0], dtype="F", kind="c2c", slab=1),
    # The half spectrum has a single plane for the last step.
    dict(shape=(5, 7, 1), axes=[0, 1, 2], dtype="f", kind="r2c", slab=0),
    dict(shape=(5, 1, 7), axes=[0, 1, 2], dtype="d", kind="c2r", slab=1),
    dict(shape=(1, 1, 9), axes=[1, 0, 2], dtype="f", kind="dct2", slab=None),
    dict(shape=(1, 8), axes=[1], dtype="d", kind="dst3", slab=None),
    dict(shape=(1, 4, 8), axes=[1, 2], dtype="D", kind="c2c", grid=(comm.size,)),
    # No rank is idle if there is a plane for each.
    dict(shape=(comm.size, 4, comm.size), axes=[0, 1, 2], dtype="D", kind="c2c", slab=0),
]
for number, problem in enumerate(PROBLEMS):
    assert run(comm, np.random.default_rng(number), problem) <= 1, problem
    with mpi.plan(comm, **problem) as plan:
        x, y = mpi.new_array(plan), mpi.new_array(plan, True)
        assert x.shape == plan.shape(False) and y.shape == plan.shape(True)
        assert x.dtype == plan.dtype(False) and y.dtype == plan.dtype(True)
        assert plan.forward(x, y) is y and plan.dimensions == x.ndim
        counts = comm.allreduce(np.array([x.size, y.size]))
        assert tuple(counts) == (np.prod(plan.global_shape(False)), np.prod(plan.global_shape(True)))
        idle = comm.allreduce(int(x.size == 0))
        assert idle == comm.allreduce(int(y.size == 0)) and (idle > 0) == (number + 1 < len(PROBLEMS))

# Padding, and an error of a rank with planes.
with mpi.plan(comm, (1, 8, 8), dtype="F", slab=0, padding=[1, 1, 1.5]) as plan:
    assert plan.global_shape(False) == (1, 8, 12) and plan.global_shape(True) == (1, 8, 8)
    whole = host_runs.transform_into

    def fail(*args):
        raise stockham.OpenCLError("clEnqueueNDRangeKernel failed: CL_OUT_OF_RESOURCES (-5)")

    host_runs.transform_into = fail
    try:
        plan.forward()
    except stockham.OpenCLError:
        assert comm.rank == 0
    except mpi.RankError as error:
        assert comm.rank > 0 and error.rank == 0
    else:
        raise AssertionError("no error")
    host_runs.transform_into = whole
    plan.forward()
    try:
        plan.forward(np.ones((1, 8, 12)))
    except ValueError:
        assert comm.rank > 0  # whose part is empty

print(f"rank {comm.rank}: done", flush=True)
