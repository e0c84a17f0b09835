"""mpi4py_fft_tests.py FOLDER FILE..: runs mpi4py-fft's own test files of a folder, by each rank of an MPI program, with the
transforms of its backend "fftw" on a device. Prints how many transforms went to the device and how many to FFTW."""

import importlib.util
import logging
import pathlib
import sys

from mpi4py import MPI

import stockham.mpi
from stockham.mpi import _local


class Counter(logging.Handler):
    left = 0

    def emit(self, record):
        Counter.left += 1


made = 0
wrapped = _local.LocalTransform.__init__


def count(self, *args):
    global made
    made += 1
    wrapped(self, *args)


_local.LocalTransform.__init__ = count
log = logging.getLogger("stockham.mpi")
log.addHandler(Counter())
log.setLevel(logging.INFO)
log.propagate = False
for name in sys.argv[2:]:
    path = pathlib.Path(sys.argv[1]) / name
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made, Counter.left = 0, 0
    with stockham.mpi.replace_fftw() as device:
        tests = [each for each in vars(module) if each.startswith("test_")]
        for test in tests:
            getattr(module, test)()
    if MPI.COMM_WORLD.rank == 0:
        print(f"{name}: {len(tests)} tests passed on {MPI.COMM_WORLD.size} ranks, {made} transforms planned on "
              f"{device.name}, {Counter.left} left to FFTW", flush=True)
    assert made
