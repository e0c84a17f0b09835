"""What all tests share: the number of hypothesis's examples, queues of pyopencl, and a program run apart."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

EXAMPLES = int(os.environ.get("STOCKHAM_TEST_EXAMPLES", "60"))


def pytest_configure(config):
    """The same examples each time, unless --hypothesis-seed asks for others. No deadline: a new shape may cost the
    compilation of its kernels."""
    settings.register_profile("stockham", max_examples=EXAMPLES, deadline=None, database=None, print_blob=True,
                              suppress_health_check=list(HealthCheck), derandomize=_seed_of(config) is None)
    settings.load_profile("stockham")


def pytest_report_header(config):
    import stockham

    seed = _seed_of(config)
    return (f"stockham {stockham.__version__} on {stockham.get_device()!r}, {EXAMPLES} examples of each test, "
            f"{'the same ones each time' if seed is None else f'--hypothesis-seed={seed}'}")


def _seed_of(config):
    return config.getoption("--hypothesis-seed", default=None)


@pytest.fixture(scope="session")
def queue():
    """A queue of pyopencl on the device that stockham chooses."""
    cl = pytest.importorskip("pyopencl")
    import stockham

    device = cl.Device.from_int_ptr(stockham.get_device().int_ptr)
    context = cl.Context([device])
    yield cl.CommandQueue(context)
    del context  # Intel's runtime forgets a context that only its queues keep


@pytest.fixture
def run_apart():
    """Runs a program in a process of its own; returns what it wrote and its exit status."""

    def run(program: str, timeout: float = 120, **environment: str) -> tuple[str, int]:
        done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=timeout, text=True, env={**os.environ, **environment})
        return done.stdout, done.returncode

    return run
