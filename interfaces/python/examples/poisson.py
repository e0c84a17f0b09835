"""Solves Poisson's equation in a box by sine transforms: mpirun -n 4 python -m mpi4py poisson.py [POINTS]

-(d2/dx2 + d2/dy2 + d2/dz2) u = f in (0, pi)^3, u = 0 on its surface. Each rank has a part of the grid, and its device
transforms it. `python -m mpi4py` ends all ranks if one fails.
"""

import sys

import numpy as np
from mpi4py import MPI

from stockham import mpi


def solve(comm, points, source):
    """u at the inner points of a grid, this rank's part, and its part of the grid. `source(x, y, z)` is f."""
    shape = (points,) * 3
    with mpi.plan(comm, shape, dtype=np.float64, kind="dst1") as plan:
        part = plan.local_slice(False)
        x, y, z = (np.pi * (np.arange(points) + 1) / (points + 1) for _ in shape)
        grid = np.meshgrid(x[part[0]], y[part[1]], z[part[2]], indexing="ij")

        f = mpi.new_array(plan)
        f[...] = source(*grid)
        modes = plan.forward(f)
        # The sine of wave number k is an eigenfunction of the operator, with the eigenvalue k^2.
        k = np.meshgrid(*(np.arange(points)[each] + 1.0 for each in plan.local_slice(True)), indexing="ij")
        modes /= k[0] ** 2 + k[1] ** 2 + k[2] ** 2
        u = plan.backward(modes).copy()
    return u, grid


def main(points=47):
    comm = MPI.COMM_WORLD
    # u = sin x sin 2y sin 3z belongs to f = (1 + 4 + 9) u.
    u, (x, y, z) = solve(comm, points, lambda x, y, z: 14 * np.sin(x) * np.sin(2 * y) * np.sin(3 * z))
    error = comm.allreduce(np.abs(u - np.sin(x) * np.sin(2 * y) * np.sin(3 * z)).max(), MPI.MAX)
    if comm.rank == 0:
        print(f"poisson: {points}^3 points on {comm.size} ranks, largest error {error:.1e}")
    assert error < 1e-13


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
