"""Which libOpenCL the native module calls: the one that pyopencl uses, where it is installed, else the system's."""

from __future__ import annotations

import glob
import importlib.util
import os

from . import _stockham


def _of_pyopencl() -> list[str]:
    """The loader inside pyopencl's wheel. It finds the system's drivers, and PoCL's wheel, which puts itself beside it."""
    spec = importlib.util.find_spec("pyopencl")
    if spec is None or spec.origin is None:
        return []
    package = os.path.dirname(os.path.abspath(spec.origin))
    # Where that loader looks for PoCL's wheel, as pyopencl itself says; without it, it crashes.
    os.environ.setdefault("PYOPENCL_HOME", package)
    folders = (os.path.join(package, ".libs"), package + ".libs")
    return [path for folder in folders for path in sorted(glob.glob(os.path.join(folder, "libOpenCL*.so*")))]


def choose() -> None:
    """Says which loaders to try, in order. ``STOCKHAM_OPENCL`` names another one than these."""
    named = os.environ.get("STOCKHAM_OPENCL")
    if named:
        _stockham.set_opencl_loaders([named])
    else:
        _stockham.set_opencl_loaders([*_of_pyopencl(), "libOpenCL.so.1", "libOpenCL.so"])
