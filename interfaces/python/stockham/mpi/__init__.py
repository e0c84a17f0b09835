"""Distributed transforms: mpi4py-fft moves the data between the ranks of an MPI program, and each rank transforms its part on
an OpenCL device.

>>> from mpi4py import MPI
>>> import numpy as np
>>> from stockham import mpi
>>> p = mpi.plan(MPI.COMM_WORLD, (8, 8, 8), dtype=np.float32)
>>> x = mpi.new_array(p)
>>> x[...] = 1
>>> spectrum = p.forward(x)
"""

from __future__ import annotations

from ._needs import check_mpi4py_fft

check_mpi4py_fft()

from ._distributed import new_array, plan  # noqa: E402
from ._planned import Plan  # noqa: E402
from ._replace import replace_fftw  # noqa: E402
from ._team import RankError  # noqa: E402

__all__ = ["Plan", "RankError", "new_array", "plan", "replace_fftw"]
