"""stockham.mpi: programs of 1, 2 and 4 ranks, and what happens without its packages."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent
EXAMPLES = HERE.parent / "examples"

needs_mpi = pytest.mark.skipif(shutil.which("mpirun") is None or importlib.util.find_spec("mpi4py_fft") is None,
                               reason="mpirun or mpi4py-fft is not installed")


def mpirun(ranks, program, *arguments, timeout=300):
    """The output and exit status of a program, which `python -m mpi4py` ends if a rank fails."""
    settings = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1",
                "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(["mpirun", "-n", str(ranks), sys.executable, "-m", "mpi4py", str(program), *map(str, arguments)],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout,
                          env={**os.environ, **settings})
    return done.stdout, done.returncode


@needs_mpi
@pytest.mark.parametrize("ranks", [1, 2, 4])
@pytest.mark.parametrize("name", ["poisson.py", "navier_stokes.py"])
def test_examples(name, ranks):
    said, status = mpirun(ranks, EXAMPLES / name, 12)
    assert status == 0 and f"on {ranks} ranks" in said, said


@needs_mpi
def test_random_problems_against_scipy():
    said, status = mpirun(2, HERE / "mpi_programs/random_problems.py", 4, 1)
    assert status == 0 and "4 random problems on 1 to 2 ranks, seed 1" in said, said


@needs_mpi
def test_more_ranks_than_planes():
    said, status = mpirun(3, HERE / "mpi_programs/idle_ranks.py")
    assert status == 0 and said.count(": done") == 3, said


@needs_mpi
def test_all_ranks_end_with_a_message():
    said, status = mpirun(2, HERE / "mpi_programs/refusals.py")
    assert status == 0 and "rank 0: all refused" in said and "rank 1: all refused" in said, said


@needs_mpi
def test_an_exception_of_one_rank_ends_the_others(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("""
from mpi4py import MPI
from stockham import mpi
plan = mpi.plan(MPI.COMM_WORLD, (4, 4))
if MPI.COMM_WORLD.rank == 1:
    raise ValueError("the input is missing")
plan.forward()
""")
    said, status = mpirun(2, program)
    assert status != 0 and "ValueError: the input is missing" in said, said


@needs_mpi
def test_programs_that_use_mpi4py_fft_directly(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("""
import functools
import logging
import numpy as np
from mpi4py import MPI
from mpi4py_fft import PFFT, fftw
from stockham import mpi
from stockham.mpi._local import LocalTransform
logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
dct = {(2,): (functools.partial(fftw.dctn, type=3), functools.partial(fftw.idctn, type=3))}
with mpi.replace_fftw() as device:
    for shape, more in (((6, 7, 8), {}), ((6, 7, 8), {"dtype": "F"}), ((6, 7, 8), {"axes": ((2,),), "transforms": dct})):
        plan = PFFT(MPI.COMM_WORLD, shape, **more)
        assert isinstance(plan.xfftn[0].fwd, LocalTransform)
        x = np.random.default_rng(1).random(plan.shape(False)).astype(plan.dtype())
        assert np.allclose(plan.backward(plan.forward(x)), x, atol=1e-5)
    plan = PFFT(MPI.COMM_WORLD, (6, 7, 8), dtype="g")
assert not isinstance(PFFT(MPI.COMM_WORLD, (6, 7, 8)).xfftn[0].fwd, LocalTransform)
print("done")
""")
    said, status = mpirun(1, program)
    assert status == 0 and "done" in said, said
    # Debian's long double is FFTW's.
    assert "longdouble" in said or "float128" in said


@needs_mpi
def test_examples_of_docstrings(run_apart):
    said, status = run_apart("""
import doctest, stockham.mpi
for module in (stockham.mpi, stockham.mpi._distributed):
    print(doctest.testmod(module))
""", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    assert status == 0 and said.count("failed=0") == 2 and "attempted=0" not in said, said


FAKES = {
    "no mpi4py": ("sys.modules['mpi4py'] = None", "stockham.mpi needs mpi4py: install it by `pip install 'stockham[mpi]'`"),
    "no MPI library": ("""
package = types.ModuleType('mpi4py')
def missing(name):
    raise RuntimeError('cannot load MPI library')
package.__getattr__ = missing
sys.modules['mpi4py'] = package""", "stockham.mpi needs an MPI library: install one by `apt install openmpi-bin`"),
    "no mpi4py-fft": ("""
package = types.ModuleType('mpi4py')
package.MPI = None
sys.modules['mpi4py'] = package
sys.modules['mpi4py_fft'] = None""", "stockham.mpi needs mpi4py-fft: install it by"),
    "an old mpi4py-fft": ("""
package = types.ModuleType('mpi4py')
package.MPI = None
sys.modules['mpi4py'] = package
sys.modules['mpi4py_fft'] = types.ModuleType('mpi4py_fft')
sys.modules['mpi4py_fft'].__version__ = '2.0.4'""", "stockham.mpi needs mpi4py-fft 2.0.6 or later, but 2.0.4 is installed"),
}


@pytest.mark.parametrize("name", FAKES)
def test_missing_and_old_packages(name, run_apart):
    fake, message = FAKES[name]
    said, status = run_apart(f"import sys, types\n{fake}\nimport stockham\nimport stockham.mpi\n")
    assert status == 1 and f"ImportError: {message}" in said.splitlines()[-1], said
