#!/usr/bin/env python3
"""make_formats.py: writes further pictures of formats/, as make.py does, with astropy, mrcfile, pynrrd and others."""
import gzip
import pathlib

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


write_fits()
