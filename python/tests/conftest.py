"""What all tests share: the number of hypothesis's examples, queues of pyopencl, and a program run apart."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

# A new shape may cost the compilation of its kernels.
settings.register_profile("stockham", max_examples=int(os.environ.get("STOCKHAM_TEST_EXAMPLES", "60")), deadline=None,
                          suppress_health_check=list(HealthCheck), derandomize="STOCKHAM_TEST_SEED" not in os.environ,
                          database=None, print_blob=True)
settings.load_profile("stockham")


@pytest.fixture(scope="session")
def queue():
    """A queue of pyopencl on the device that stockham chooses."""
    cl = pytest.importorskip("pyopencl")
    import stockham

    device = cl.Device.from_int_ptr(stockham.get_device().int_ptr)
    return cl.CommandQueue(cl.Context([device]))


@pytest.fixture
def run_apart():
    """Runs a program in a process of its own; returns what it wrote and its exit status."""

    def run(program: str, timeout: float = 120, **environment: str) -> tuple[str, int]:
        done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=timeout, text=True, env={**os.environ, **environment})
        return done.stdout, done.returncode

    return run
