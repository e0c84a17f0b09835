#!/usr/bin/env python3
"""make_formats.py: writes further pictures of formats/, as make.py does, with astropy, mrcfile, pynrrd and others."""
import gzip
import pathlib

import mrcfile
import nrrd
import numpy
from astropy.io import fits

formats = pathlib.Path(__file__).parent / "formats"
random = numpy.random.default_rng(55)
height, width = 11, 14


def save(name, pixels):
    numpy.save(formats / (name + ".npy"), pixels)
    return formats / name


def write_fits():
    name = "extensions.fits.gz"
    images = {member: random.integers(0, 100, (height, width)).astype("f4") for member in ("SCI", "ERR", "3", "PACKED")}
    for member, pixels in images.items():
        save(f"{name}@{member}", pixels)
    table = fits.BinTableHDU.from_columns([fits.Column("x", "D", array=numpy.arange(3.0))], name="LIST")
    hdus = fits.HDUList([fits.PrimaryHDU(), fits.ImageHDU(images["SCI"], name="SCI"), fits.ImageHDU(images["ERR"], name="ERR"),
                         fits.ImageHDU(images["3"], name="ERR", ver=2), table,
                         fits.CompImageHDU(images["PACKED"].astype("i2"), name="PACKED")])
    path = formats / "unpacked"
    hdus.writeto(path, overwrite=True)
    (formats / name).write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    path.unlink()


def write_mrc():
    volume = random.normal(size=(3, height, width)).astype("f4")
    arrays = {"volume.mrc": volume, "stack.mrcs": random.integers(0, 65536, (3, height, width), dtype="u2"),
              "signed.mrc": random.integers(-99, 99, (height, width), dtype="i2"),
              "bytes.mrc": random.integers(-99, 99, (height, width), dtype="i1"),
              "half.mrc": volume[0].astype("f2"), "big_endian.mrc": volume[1].astype(">f4"),
              "volumes.mrc": random.integers(0, 99, (2, 3, height, width)).astype("f4")}
    for name, pixels in arrays.items():
        shown = pixels if pixels.dtype == "u2" else pixels.astype("f4")
        with mrcfile.new(save(name, shown), overwrite=True) as file:
            file.set_data(pixels)
            file.voxel_size = (1.5, 3, 2)
            if name == "stack.mrcs":
                file.set_image_stack()
                file.set_extended_header(numpy.zeros(80, "u1"))
            file.header.label[:] = b""  # it has the date


def write_nrrd():
    volume = random.normal(size=(3, height, width)).astype("f8")
    facts = {"kinds": ["domain", "domain", "domain"], "space": "left-posterior-superior", "space units": ["mm", "mm", "mm"],
             "space directions": numpy.diag([0.5, 0.25, 2]), "space origin": [1, 2, 3]}
    nrrd.write(str(save("volume.nrrd", volume)), volume, facts, index_order="C")
    colours = random.integers(0, 256, (height, width, 3), dtype="u1")
    nrrd.write(str(save("colours.nrrd", colours)), colours, {"kinds": ["RGB-color", "domain", "domain"], "encoding": "raw"},
               index_order="C")
    signed = random.integers(-99, 99, (height, width)).astype(">i2")
    nrrd.write(str(save("signed.nrrd", signed.astype("f4"))), signed, {"encoding": "raw", "spacings": [3, 4]}, index_order="C")
    for path in formats.glob("*.nrrd"):  # the comments have the date
        header, _, data = path.read_bytes().partition(b"\n\n")
        path.write_bytes(b"\n".join(line for line in header.split(b"\n") if line[:1] != b"#") + b"\n\n" + data)


write_fits()
write_mrc()
write_nrrd()
