"""Shared by all tests: the settings of hypothesis, a pyopencl queue, and programs run in separate processes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

# All tests but test_small.py compute on the device.
os.environ["STOCKHAM_SMALL"] = "device"

EXAMPLES = int(os.environ.get("STOCKHAM_TEST_EXAMPLES", "60"))


def pytest_configure(config):
    """Uses the same examples in each run, unless --hypothesis-seed is given. No deadline, because a new shape may require the
    compilation of kernels."""
    settings.register_profile("stockham", max_examples=EXAMPLES, deadline=None, database=None, print_blob=True,
                              suppress_health_check=list(HealthCheck), derandomize=_seed_of(config) is None)
    settings.load_profile("stockham")


def pytest_report_header(config):
    import stockham

    seed = _seed_of(config)
    return (f"stockham {stockham.__version__} on {stockham.get_device()!r}, {EXAMPLES} examples per test, "
            f"{'the same in each run' if seed is None else f'--hypothesis-seed={seed}'}")


def _seed_of(config):
    return config.getoption("--hypothesis-seed", default=None)


@pytest.fixture(scope="session")
def queue():
    """A pyopencl queue on stockham's default device."""
    cl = pytest.importorskip("pyopencl")
    import stockham

    device = cl.Device.from_int_ptr(stockham.get_device().int_ptr)
    context = cl.Context([device])
    yield cl.CommandQueue(context)
    del context  # kept until here: Intel's runtime releases a context that is referenced only by queues


@pytest.fixture
def run_apart():
    """A function that runs a program in a separate process and returns its output and exit status."""

    def run(program: str, timeout: float = 120, **environment: str) -> tuple[str, int]:
        done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=timeout, text=True, env={**os.environ, **environment})
        return done.stdout, done.returncode

    return run
