"""One step of a spectral Navier-Stokes solver: mpirun -n 4 python -m mpi4py navier_stokes.py [POINTS]

du/dt = u x (curl u) - grad p + nu laplace u, div u = 0, in a periodic box. The velocity is kept as Fourier coefficients; the
product is formed at the grid points, and a Runge-Kutta step of fourth order needs it four times: 24 transforms of a component.
"""

import sys

import numpy as np
from mpi4py import MPI

from stockham import mpi

VISCOSITY = 0.05


class Flow:
    """The wave numbers of this rank's coefficients, and the transforms."""

    def __init__(self, comm, points):
        self.plan = mpi.plan(comm, (points,) * 3, dtype=np.float64)
        part = self.plan.local_slice(True)
        full, half = np.fft.fftfreq(points, 1 / points), np.fft.rfftfreq(points, 1 / points)
        self.k = np.array(np.meshgrid(full[part[0]], full[part[1]], half[part[2]], indexing="ij"))
        self.square = (self.k**2).sum(0)
        # Products reach twice the highest wave number; without the upper third they do not wrap around.
        self.kept = (np.abs(self.k) < points / 3).all(0)
        x = 2 * np.pi * np.arange(points) / points
        part = self.plan.local_slice(False)
        self.grid = np.meshgrid(x[part[0]], x[part[1]], x[part[2]], indexing="ij")

    def coefficients(self, field):
        return np.array([self.plan.forward(each).copy() for each in field])

    def values(self, coefficients):
        return np.array([self.plan.backward(each).copy() for each in coefficients])

    def change(self, u):
        """du/dt of coefficients."""
        product = np.cross(self.values(u), self.values(1j * np.cross(self.k, u, axis=0)), axis=0)
        rate = self.coefficients(product) * self.kept
        # The pressure takes away what is not free of divergence.
        rate -= self.k * (self.k * rate).sum(0) / np.where(self.square == 0, 1, self.square)
        return rate - VISCOSITY * self.square * u

    def step(self, u, time):
        a = self.change(u)
        b = self.change(u + time / 2 * a)
        c = self.change(u + time / 2 * b)
        d = self.change(u + time * c)
        return u + time / 6 * (a + 2 * b + 2 * c + d)


def main(points=24, time=0.01):
    comm = MPI.COMM_WORLD
    flow = Flow(comm, points)
    x, y, z = flow.grid
    # Taylor's and Green's vortices in a plane are an exact solution: they decay by exp(-2 nu t).
    start = np.array([np.sin(x) * np.cos(y), -np.cos(x) * np.sin(y), 0 * z])
    u = flow.values(flow.step(flow.coefficients(start), time))
    error = comm.allreduce(np.abs(u - start * np.exp(-2 * VISCOSITY * time)).max(), MPI.MAX)
    flow.plan.destroy()
    if comm.rank == 0:
        print(f"navier_stokes: {points}^3 points on {comm.size} ranks, largest error {error:.1e}")
    assert error < 1e-13


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
