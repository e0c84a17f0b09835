"""Invalid arguments and failing ranks: every rank ends with an error that names the cause. Run on 2 ranks or more."""

import numpy as np
from mpi4py import MPI

import stockham
from stockham import _devices, mpi
from stockham._arrays import host_runs
from stockham.mpi import _pinned

comm = MPI.COMM_WORLD
other = comm.rank == 1


def refused(words, *args, error=stockham.ArgumentError, **kwargs):
    try:
        mpi.plan(*args, **kwargs)
    except error as caught:
        assert words in str(caught) and "\n" not in str(caught), f"rank {comm.rank}: {caught}"
        return caught
    raise AssertionError(f"rank {comm.rank}: no error about {words!r}")


shape = (8, 8, 8)
# Ranks that do not agree.
refused("shape: rank 1 has (8, 8, 9), but rank 0 has (8, 8, 8)", comm, (8, 8, 9) if other else shape)
refused("dtype: rank 1 has float32, but rank 0 has float64", comm, shape, dtype="f" if other else "d")
refused("axes: rank 1 has (0,), but rank 0 has (0, 1, 2)", comm, shape, axes=(0,) if other else None)
refused("kind: rank 1", comm, shape, kind="dct2" if other else "dct3")
# Arguments that no rank can use.
refused("comm: must be", None, shape)
refused("shape: must have two axes", comm, (8,))
refused("shape: must be a sequence of integers", comm, (8, 8.5))
refused("MPI counts in 31 bits, so an axis cannot have 2147483648 points", comm, (2**31, 4))
refused("axes: 3 is not between -3 and 2", comm, shape, axes=3)
refused("has an axis twice", comm, shape, axes=(1, -2))
refused("dtype: must be float32", comm, shape, dtype=np.longdouble)
refused("kind: 'dct5' is not one of", comm, shape, kind="dct5")
refused("kind: has 2 kinds for 3 axes", comm, shape, kind=("c2c", "r2c"))
refused("kind: r2c transforms real data", comm, shape, dtype="F", kind="r2c")
refused("kind: c2c transforms complex data", comm, shape, dtype="f", kind="c2c")
refused("kind: only one axis can be r2c or c2r", comm, shape, kind=("c2c", "r2c", "r2c"))
refused("kind: r2c is possible on the last axis only", comm, shape, kind=("r2c", "dct2", "dct2"))
refused("padding: must be False or 3 factors", comm, shape, padding=[1.5])
refused("grid: must not be given with slab", comm, shape, slab=True, grid=(1, 2))
refused("grid: (3, 1) does not divide", comm, shape, grid=(3, 1))
refused("grid: axis 2 is transformed first", comm, shape, grid=(1, 1, comm.size))
refused("slab: axis 2 is transformed first", comm, shape, slab=2)
# A rank without a device.
refused("'no such device'" if other else "rank 1 failed: ArgumentError: ", comm, shape, device="no such device" if other else None,
        error=stockham.ArgumentError if other else mpi.RankError)


# A rank whose device lacks double precision.
class Single(_devices.Device):
    def __init__(self):
        super().__init__(stockham.get_device().int_ptr)
        self.has_double = False


refused("has no double precision", comm, shape, device=Single() if other else None,
        error=stockham.ArgumentError if other else mpi.RankError)

# A rank that fails while others would wait for its data. The plan can be used again.
with mpi.plan(comm, shape, dtype="F") as plan:
    x = mpi.new_array(plan)
    x[...] = 1
    whole = host_runs.transform_into

    def fail(*args):
        raise stockham.OpenCLError("clEnqueueNDRangeKernel failed: CL_OUT_OF_RESOURCES (-5)")

    if other:
        host_runs.transform_into = fail
    try:
        plan.forward(x)
    except stockham.OpenCLError as error:
        assert other and "CL_OUT_OF_RESOURCES" in str(error)
    except mpi.RankError as error:
        assert not other and error.rank == 1 and "rank 1 failed: OpenCLError: clEnqueueNDRangeKernel" in str(error)
    else:
        raise AssertionError("no error")
    host_runs.transform_into = whole
    assert np.allclose(plan.backward(plan.forward(x)), 1)

# Pinned memory, as devices with memory of their own get it.
device = _devices.Device(stockham.get_device().int_ptr)
device.kind = "gpu"
with mpi.plan(comm, shape, dtype="d", device=device) as plan:
    x = np.random.default_rng(comm.rank).random(plan.shape(False))
    plan.forward.input_array[...] = x
    assert isinstance(plan.forward.input_array.base, _pinned._Pinned)
    assert np.allclose(plan.backward(plan.forward()), x)

print(f"rank {comm.rank}: all refused", flush=True)
