#!/usr/bin/env python3
"""make_hdf5.py: writes hdf5/, files whose data sets take data from each other. Needs numpy and h5py.

All data sets have the numbers 0 to 11 in single precision, as 3 rows, unless they cannot be read. tests/tools/hostile_files_test.cpp
reads them. `pipe` and `none.h5` are named but not written.
"""
import pathlib

import h5py
import numpy

folder = pathlib.Path(__file__).parent / "hdf5"
folder.mkdir(exist_ok=True)
values = numpy.arange(12, dtype="f4").reshape(3, 4)
versions = ("earliest", "v110")


def join(file, name, source, member="values"):
    """A virtual data set of one source."""
    layout = h5py.VirtualLayout(shape=(3, 4), dtype="f4")
    layout[...] = h5py.VirtualSource(source, member, shape=(3, 4))
    file.create_virtual_dataset(name, layout)


def series(file, name, source):
    """A virtual data set whose rows come from files with numbers in their names."""
    unlimited = h5py.h5s.UNLIMITED
    rows = h5py.h5s.create_simple((3, 4), (unlimited, 4))
    rows.select_hyperslab((0, 0), (unlimited, 1), (1, 1), (1, 4))
    row = h5py.h5s.create_simple((1, 4))
    row.select_all()
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_virtual(rows, source.encode(), b"row", row)
    h5py.h5d.create(file.id, name.encode(), h5py.h5t.IEEE_F32LE, rows, properties)


values.tofile(folder / "values.bin")
for k in range(3):
    with h5py.File(folder / f"row-{k}.h5", "w", libver=versions) as file:
        file["row"] = values[k : k + 1]
with h5py.File(folder / "data.h5", "w", libver=versions) as file:
    file["values"] = values
    join(file, "ring", "sources.h5", "ring")
    join(file, "joined", "data.h5")
with h5py.File(folder / "sources.h5", "w", libver=versions) as file:
    file["own"] = values
    file["complex"] = numpy.array(
        [(x, 2 * x) for x in values.ravel()], dtype=[("real", "f4"), ("imag", "f4")]
    ).reshape(3, 4)
    file["link"] = h5py.ExternalLink("data.h5", "values")
    file["soft"] = h5py.SoftLink("/link")
    file.create_dataset("stored", (3, 4), "f4", external=[("values.bin", 0, values.nbytes)])
    join(file, "joined", "data.h5")
    join(file, "twice", "data.h5", "joined")
    join(file, "inside", ".", "own")
    series(file, "series", "row-%b.h5")
    join(file, "self", ".", "self")
    join(file, "ring", "data.h5", "ring")
    join(file, "missing", "none.h5")
    file["missing_link"] = h5py.ExternalLink("none.h5", "values")
    file.create_dataset("missing_stored", (3, 4), "f4", external=[("none.bin", 0, values.nbytes)])
    file.create_dataset("pipe", (3, 4), "f4", external=[("pipe", 0, values.nbytes)])
    file["pipe_link"] = h5py.ExternalLink("pipe", "values")
    join(file, "pipe_joined", "pipe")
