"""Chooses the libOpenCL of the native module: pyopencl's if that is installed, else the system's."""

from __future__ import annotations

import glob
import importlib.util
import os
import shutil
import site
import sys

from . import _stockham


def _of_pyopencl() -> tuple[list[str], list[str]]:
    """The loader in pyopencl's wheel, and the drivers beside it, such as PoCL's wheel. This loader also finds the system's
    drivers."""
    spec = importlib.util.find_spec("pyopencl")
    if spec is None or spec.origin is None:
        return [], []
    package = os.path.dirname(os.path.abspath(spec.origin))
    # pyopencl also sets this variable. The loader looks for drivers there and crashes without it.
    os.environ.setdefault("PYOPENCL_HOME", package)
    folders = (os.path.join(package, ".libs"), package + ".libs")
    loaders = [path for folder in folders for path in sorted(glob.glob(os.path.join(folder, "libOpenCL*.so*")))]
    drivers = []
    for icd in sorted(glob.glob(os.path.join(folders[0], "*.icd"))):
        with open(icd, encoding="utf-8") as text:
            drivers.append(os.path.join(folders[0], text.read().strip()))
    return loaders, drivers


def _lend_linker() -> None:
    """Provides a linker for PoCL's wheel, which links each kernel by `ld` with the libraries of a C compiler. If they are
    missing, COMPILER_PATH is set to the folder of linker/ld, which calls the linker of ziglang's wheel. If there is a
    compiler, the variable is not changed, because compilers also use it."""
    if shutil.which("ld") and shutil.which("cc"):
        return
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        return
    os.environ.setdefault("STOCKHAM_ZIG", os.path.join(os.path.dirname(os.path.abspath(spec.origin)), "zig"))
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "linker")
    others = os.environ.get("COMPILER_PATH", "").split(os.pathsep)
    if folder not in others:
        os.environ["COMPILER_PATH"] = os.pathsep.join(filter(None, [folder, *others]))


def _of_intel(with_pyopencl: bool) -> tuple[list[str], list[str]]:
    """The loader and the driver of Intel's packages. The driver is not registered in the system, so an environment variable
    names it to the loader. If pyopencl is installed, its loader is used for both, because objects of two loaders are not
    always interchangeable. That loader finds either the system's drivers or Intel's."""
    for prefix in (sys.prefix, site.getuserbase()):
        driver, loader = (os.path.join(prefix, "lib", name) for name in ("libintelocl.so", "libOpenCL.so.1"))
        if not os.path.exists(driver):
            continue
        if with_pyopencl:
            if not glob.glob("/etc/OpenCL/vendors/*.icd"):
                os.environ.setdefault("OCL_ICD_VENDORS", driver)
        elif os.path.exists(loader):
            known = os.environ.get("OCL_ICD_FILENAMES", "").split(os.pathsep)
            os.environ["OCL_ICD_FILENAMES"] = os.pathsep.join(dict.fromkeys(filter(None, [*known, driver])))
            return [loader], [driver]  # the driver is opened first, because it finds the libraries that both need
    return [], []


def choose() -> None:
    """Sets the loaders to try, in order. ``STOCKHAM_OPENCL`` overrides them."""
    named = os.environ.get("STOCKHAM_OPENCL")
    if named:
        _stockham.set_opencl_loaders([named], [])
        return
    loaders, drivers = _of_pyopencl()
    if drivers:
        _lend_linker()
    else:
        found, drivers = _of_intel(bool(loaders))
        loaders += found
    _stockham.set_opencl_loaders([*loaders, "libOpenCL.so.1", "libOpenCL.so"], drivers)
