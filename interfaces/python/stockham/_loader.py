"""Which libOpenCL the native module calls: the one that pyopencl uses, where it is installed, else the system's."""

from __future__ import annotations

import glob
import importlib.util
import os
import shutil
import site
import sys

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


def _lend_linker() -> None:
    """PoCL's wheel has each kernel linked by `ld`, with the libraries of a C compiler. Where these are not, ziglang's wheel
    brings a linker, which linker/ld calls; PoCL looks for `ld` in COMPILER_PATH first. Where there is a compiler, this
    variable stays as it is, because compilers obey it, too."""
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
    """The loader of Intel's packages, and their driver. No file in the system's folders names the driver: the environment
    tells the loader. With pyopencl its loader must do for both, because objects of one are not always the other's. That one
    knows either the system's drivers or Intel's."""
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
            return [loader], [driver]  # the driver comes first: it finds the libraries that both need
    return [], []


def choose() -> None:
    """Says which loaders to try, in order. ``STOCKHAM_OPENCL`` names another one than these."""
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
