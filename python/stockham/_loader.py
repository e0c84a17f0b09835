"""Which libOpenCL the native module calls: the one that pyopencl uses, where it is installed, else the system's."""

from __future__ import annotations

import glob
import importlib.util
import os

from . import _stockham


def _of_pyopencl() -> tuple[list[str], list[str]]:
    """The loader inside pyopencl's wheel, and the drivers beside it, where PoCL's wheel puts itself. This loader finds the
    system's drivers, too."""
    spec = importlib.util.find_spec("pyopencl")
    if spec is None or spec.origin is None:
        return [], []
    package = os.path.dirname(os.path.abspath(spec.origin))
    # Where that loader looks for drivers beside it, as pyopencl itself says; without it, it crashes.
    os.environ.setdefault("PYOPENCL_HOME", package)
    folders = (os.path.join(package, ".libs"), package + ".libs")
    loaders = [path for folder in folders for path in sorted(glob.glob(os.path.join(folder, "libOpenCL*.so*")))]
    drivers = []
    for icd in sorted(glob.glob(os.path.join(folders[0], "*.icd"))):
        with open(icd, encoding="utf-8") as text:
            drivers.append(os.path.join(folders[0], text.read().strip()))
    return loaders, drivers


def choose() -> None:
    """Says which loaders to try, in order. ``STOCKHAM_OPENCL`` names another one than these."""
    named = os.environ.get("STOCKHAM_OPENCL")
    if named:
        _stockham.set_opencl_loaders([named], [])
        return
    loaders, drivers = _of_pyopencl()
    _stockham.set_opencl_loaders([*loaders, "libOpenCL.so.1", "libOpenCL.so"], drivers)
