"""Writes fft/: arrays, and their transforms by numpy and scipy, for tests/tools/fft_options_test.cpp.

cases.txt lists them: result, input and options of `stockham fft`, separated by tabs. Needs numpy 2, scipy and h5py.
"""
import pathlib

import h5py
import numpy
import scipy.fft

folder = pathlib.Path(__file__).parent / "fft"
folder.mkdir(exist_ok=True)
random = numpy.random.default_rng(38)
x = random.normal(size=(4, 6, 5)).astype("f4")
z = (x + 1j * random.normal(size=x.shape)).astype("c8")
half = numpy.fft.rfftn(x)
many = (random.normal(size=(2, 1, 3, 2, 2, 4)) + 1j).astype("c16")
inputs = {"x": x, "z": z, "half": half, "fortran": numpy.asfortranarray(x), "bytes": (100 * numpy.abs(x)).astype("u1"),
          "five": random.normal(size=(2, 3, 2, 4, 3)).astype("f4")}
for name, array in inputs.items():
    numpy.save(folder / f"{name}.npy", array)
numpy.savez(folder / "arrays.npz", many=many, fortran=inputs["fortran"])
with h5py.File(folder / "arrays.h5", "w") as file:
    file["group/many"] = many
    file["x"] = x
numbers = (7 * numpy.arange(5 * 6 * 7 * 3) % 1000).reshape(5, 6, 7, 3)
with h5py.File(folder / "parts.h5", "w") as file:
    file["plain"] = numbers.astype("i2")
    file["swapped"] = numbers.astype(">i2")
    file.create_dataset("packed", data=numbers.astype("i2"), chunks=(2, 4, 3, 2), compression="gzip")

fft, sf = numpy.fft, scipy.fft
cases = [
    ("x", "--real", fft.rfftn(x, axes=(1, 2))),
    ("x", "--real --axes 2,0 --norm ortho --shift", fft.fftshift(fft.rfftn(x, axes=(2, 0), norm="ortho"), axes=2)),
    ("half", "--real --inverse --axes 0,1,2 --size=-1,-1,5", fft.irfftn(half, s=x.shape, axes=(0, 1, 2))),
    ("half", "--real --inverse --axes 0,1,2 --norm forward", fft.irfftn(half, axes=(0, 1, 2), norm="forward")),
    ("z", "--size 9,3 --norm forward", fft.fftn(z, s=(9, 3), axes=(1, 2), norm="forward")),
    ("z", "--shift", fft.fftshift(fft.fftn(z, axes=(1, 2)), axes=(1, 2))),
    ("z", "--shift --inverse --size 9,3", fft.ifftn(fft.ifftshift(z, axes=(1, 2)), s=(9, 3), axes=(1, 2))),
    ("fortran", "--axes 0,1 --size 4,8", fft.fftn(x, s=(4, 8), axes=(0, 1))),
    ("bytes", "", fft.fftn(inputs["bytes"], axes=(1, 2))),
    ("five", "--axes 0,1,2,3,4", fft.fftn(inputs["five"])),
    ("x", "--kind dct", sf.dctn(x, axes=(1, 2))),
    ("x", "--kind dct --norm ortho", sf.dctn(x, axes=(1, 2), norm="ortho")),
    ("x", "--kind dct --norm ortho --inverse", sf.idctn(x, axes=(1, 2), norm="ortho")),
    ("x", "--kind dct --type 1 --norm ortho --axes 1", sf.dctn(x, type=1, axes=1, norm="ortho")),
    ("x", "--kind dst --type 3 --norm ortho --axes 1", sf.dstn(x, type=3, axes=1, norm="ortho")),
    ("x", "--kind dst --type 1 --inverse --axes 1", sf.idstn(x, type=1, axes=1)),
    ("x", "--kind dct --type 4 --norm forward --axes 1", sf.dctn(x, type=4, axes=1, norm="forward")),
    ("arrays.npz:many", "--axes 2,5", fft.fftn(many, axes=(2, 5))),
    ("arrays.npz:fortran", "", fft.fftn(x, axes=(1, 2))),
    ("arrays.h5:/group/many", "--axes 2,5", fft.fftn(many, axes=(2, 5))),
]
lines = []
for number, (name, options, result) in enumerate(cases):
    numpy.save(folder / f"result{number}.npy", result)
    lines.append(f"result{number}.npy\t{name if ':' in name else name + '.npy'}\t{options}\n")
(folder / "cases.txt").write_text("".join(lines))
