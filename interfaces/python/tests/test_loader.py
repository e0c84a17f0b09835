"""The support for driver packages from PyPI: PoCL gets a linker, and loaders find Intel's runtime. The packages here are fakes;
bare_machine.sh uses the real ones."""

from __future__ import annotations

import glob
import importlib.util
import os
import pathlib
import shutil
import subprocess

import pytest

import stockham

LINKER = pathlib.Path(stockham.__file__).with_name("linker")
SAY = """
import os, stockham
for name in ("COMPILER_PATH", "STOCKHAM_ZIG", "OCL_ICD_FILENAMES", "OCL_ICD_VENDORS"):
    print(name, os.environ.get(name))
"""


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """A folder of fake packages, first in the path, with a driver beside pyopencl's loader; the environment is clean."""
    for name in ("pyopencl/__init__.py", "pyopencl/.libs/libOpenCL.so.1", "pyopencl/.libs/libdriver.so", "ziglang/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "pyopencl/.libs/driver.icd").write_text("libdriver.so\n")
    for name in ("COMPILER_PATH", "STOCKHAM_ZIG", "OCL_ICD_FILENAMES", "OCL_ICD_VENDORS", "STOCKHAM_OPENCL"):
        monkeypatch.delenv(name, raising=False)
    before = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(tmp_path), before])))
    return tmp_path


def tools(folder, *names):
    """A folder with programs of these names."""
    folder.mkdir()
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return str(folder)


def told(said):
    return dict(line.split(" ", 1) for line in said.splitlines())


def test_a_linker_is_lent_where_there_is_none(packages, run_apart):
    said, status = run_apart(SAY, PATH=tools(packages / "bin"))
    assert status == 0 and told(said)["COMPILER_PATH"] == str(LINKER)
    assert told(said)["STOCKHAM_ZIG"] == str(packages / "ziglang/zig")
    # A linker without a compiler lacks the libraries that PoCL links.
    said, _ = run_apart(SAY, PATH=tools(packages / "binutils", "ld"), COMPILER_PATH="/elsewhere")
    assert told(said)["COMPILER_PATH"] == f"{LINKER}:/elsewhere"


def test_compilers_keep_theirs(packages, run_apart):
    said, status = run_apart(SAY, PATH=tools(packages / "bin", "ld", "cc"))
    assert status == 0 and told(said)["COMPILER_PATH"] == "None"


def test_without_zig_nothing_is_lent(packages, run_apart):
    (packages / "ziglang/__init__.py").unlink()
    (packages / "ziglang").rmdir()
    if importlib.util.find_spec("ziglang"):
        pytest.skip("ziglang is installed")
    said, status = run_apart(SAY, PATH=tools(packages / "bin"))
    assert status == 0 and told(said)["COMPILER_PATH"] == "None"


def test_the_lent_linker_gets_no_libraries(tmp_path):
    zig = tmp_path / "zig"
    zig.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    zig.chmod(0o755)
    done = subprocess.run([LINKER / "ld", "-shared", "-o", "a b.so", "-L/lib", "x.o", "-lgcc", "--as-needed", "-lc"],
                          env={**os.environ, "STOCKHAM_ZIG": str(zig)}, stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout.splitlines() == ["ld.lld", "-shared", "-o", "a b.so", "-L/lib", "x.o", "--as-needed"]


@pytest.mark.parametrize("with_pyopencl", [False, True])
def test_loaders_are_told_of_intels_runtime(packages, run_apart, with_pyopencl):
    base = packages / "user"
    (base / "lib").mkdir(parents=True)
    driver = base / "lib/libintelocl.so"
    for path in (driver, base / "lib/libOpenCL.so.1"):
        path.touch()
    if with_pyopencl:
        (packages / "pyopencl/.libs/driver.icd").unlink()
    else:
        shutil.rmtree(packages / "pyopencl")
        if importlib.util.find_spec("pyopencl"):
            pytest.skip("pyopencl is installed")
    said, status = run_apart(SAY, PYTHONUSERBASE=str(base), OCL_ICD_FILENAMES="/a.so")
    system = glob.glob("/etc/OpenCL/vendors/*.icd")
    assert status == 0 and told(said)["OCL_ICD_FILENAMES"] == ("/a.so" if with_pyopencl else f"/a.so:{driver}")
    assert told(said)["OCL_ICD_VENDORS"] == (str(driver) if with_pyopencl and not system else "None")


def test_a_named_loader_that_does_not_exist(run_apart):
    said, status = run_apart("""
import stockham
for call in (stockham.get_device, lambda: stockham.fft.fft([1, 2])):
    try:
        call()
    except stockham.ArgumentError as error:
        print(error.field, error)
""", STOCKHAM_OPENCL="/nope")
    assert status == 0 and said.count("STOCKHAM_OPENCL STOCKHAM_OPENCL: cannot load the OpenCL loader: /nope: ") == 2, said
