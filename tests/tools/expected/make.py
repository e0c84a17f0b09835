#!/usr/bin/env python3
"""make.py: writes the pictures and numbers of this folder, with numpy, scipy, tifffile, astropy, h5py and OpenEXR.

tests/tools/formats_test.cpp reads the pictures of formats/, which other programs wrote: each has its pixels in the .npy
file of the same name. tests/tools/numbers_test.cpp compares results with numbers/: scipy computed them in double
precision.
"""
import pathlib

import h5py
import numpy
import OpenEXR
import tifffile
from astropy.io import fits
from PIL import Image
from scipy import ndimage, signal

here = pathlib.Path(__file__).parent
formats, numbers = here / "formats", here / "numbers"
random = numpy.random.default_rng(38)
height, width = 11, 14
f8 = random.normal(size=(height, width)) * 100
f4 = f8.astype("f4")
u1 = random.integers(0, 256, (height, width), dtype="u1")
u2 = random.integers(0, 65536, (height, width), dtype="u2")
rgb = random.integers(0, 256, (height, width, 3), dtype="u1")
rgb4 = random.normal(size=(height, width, 3)).astype("f4")
stack = random.normal(size=(3, height, width)).astype("f4")
stack2 = random.integers(0, 65536, (3, height, width), dtype="u2")


def save(name, pixels):
    numpy.save(formats / (name + ".npy"), pixels)
    return formats / name


def write_tiff():
    tifffile.imwrite(save("float.tif", f4), f4)
    tifffile.imwrite(save("big_double.tif", f8), f8, bigtiff=True)
    tifffile.imwrite(save("big_endian.tif", f8), f8, byteorder=">")
    tifffile.imwrite(save("tiles.tif", f4), f4, tile=(16, 16), compression="zlib", predictor=True)
    tifffile.imwrite(save("stack.tif", stack), stack, photometric="minisblack")
    tifffile.imwrite(save("stack_lzw.tif", stack2), stack2, photometric="minisblack", compression="lzw")
    tifffile.imwrite(save("imagej.tif", stack2), stack2, imagej=True)
    tifffile.imwrite(save("rgb_float.tif", rgb4), rgb4, photometric="rgb")
    planes = rgb4.transpose(2, 0, 1).copy()
    tifffile.imwrite(save("planes.tif", rgb4), planes, photometric="rgb", planarconfig="separate")
    half = f4.astype("f2")
    tifffile.imwrite(save("half.tif", half.astype("f4")), half)
    signed = f4.astype("i2")
    tifffile.imwrite(save("signed.tif", signed.astype("f4")), signed)
    wide = random.integers(0, 2**32, (height, width), dtype="u4")
    tifffile.imwrite(save("u4.tif", wide.astype("f8")), wide)


def write_fits():
    fits.PrimaryHDU(f4).writeto(save("float.fits", f4), overwrite=True)
    fits.PrimaryHDU(u2).writeto(save("bzero.fits", u2), overwrite=True)
    fits.PrimaryHDU(stack).writeto(save("cube.fits", stack), overwrite=True)
    scaled = fits.ImageHDU(numpy.round(f4) * 0.5 + 10)
    scaled.scale("int16", bscale=0.5, bzero=10)
    path = save("bscale.fits", (numpy.round(f4) * 0.5 + 10).astype("f4"))
    fits.HDUList([fits.PrimaryHDU(), scaled]).writeto(path, overwrite=True)
    fits.CompImageHDU(u2).writeto(save("compressed.fits", u2), overwrite=True)
    holes = f4.copy()
    holes[2, 3], holes[4, 5], holes[6, 7] = numpy.nan, numpy.inf, -numpy.inf
    fits.PrimaryHDU(holes).writeto(save("holes.fits", holes), overwrite=True)
    counts = numpy.round(f4).astype("i2")
    blank = fits.ImageHDU(counts)
    blank.header["BLANK"] = int(counts[0, 0])
    expected = counts.astype("f4")
    expected[counts == counts[0, 0]] = numpy.nan
    blank.writeto(save("blank.fits", expected), overwrite=True)


def write_others():
    with h5py.File(formats / "arrays.h5", "w", track_order=False) as file:
        file["float"] = save("arrays.h5@float", f4) and f4
        file["group/stack"] = save("arrays.h5@group@stack", stack2) and stack2
        save("arrays.h5@packed", f8)
        file.create_dataset("packed", data=f8, chunks=(8, 8), compression="gzip")
        file["big_endian"] = save("arrays.h5@big_endian", f4) and f4.astype(">f4")
    numpy.savez_compressed(formats / "arrays.npz", x=f4, y=stack2)
    save("arrays.npz@x", f4), save("arrays.npz@y", stack2)
    half = rgb4.astype("f2")
    OpenEXR.File({"type": OpenEXR.scanlineimage, "compression": OpenEXR.ZIP_COMPRESSION}, {"RGB": half}).write(
        str(save("half.exr", half.astype("f4"))))
    OpenEXR.File({"type": OpenEXR.scanlineimage}, {"Z": f4}).write(str(save("depth.exr", f4)))
    deep = {"RGB": rgb4, "Z": f4}
    OpenEXR.File({"type": OpenEXR.scanlineimage}, deep).write(str(save("colours_and_depth.exr", rgb4)))
    Image.fromarray(u1).save(save("grey.pgm", u1))
    Image.fromarray(rgb).save(save("colours.ppm", rgb))
    Image.fromarray((u1 > 99)).save(save("bits.pbm", (u1 > 99).astype("u1") * 255))
    Image.fromarray(f4).save(save("float.pfm", f4))
    Image.fromarray(rgb).save(save("lossless.webp", rgb), lossless=True)


modes = ["reflect", "nearest", "mirror", "constant", "wrap"]


def gains_of(shape):
    """A Gaussian low-pass with half the gain at 0.1 cycles per pixel."""
    v, u = numpy.fft.fftfreq(shape[0])[:, None], numpy.fft.fftfreq(shape[1])[None, :]
    return 2.0 ** (-(u * u + v * v) / 0.01)


def continued(pixels, mode):
    """The picture at the start of its periodic continuation, as docs/command.md defines it."""
    if mode == "wrap":
        return pixels
    for axis in (0, 1):
        n = pixels.shape[axis]
        after = {"mirror": n - 2, "reflect": n}.get(mode, (n + 1) // 2)
        before = 0 if mode in ("mirror", "reflect") else n // 2
        pad = [(0, 0), (0, 0)]
        pad[axis] = (before, after)
        style = {"mirror": "reflect", "reflect": "symmetric", "nearest": "edge", "constant": "constant"}[mode]
        pixels = numpy.roll(numpy.pad(pixels, pad, mode=style), -before, axis)
    return pixels


def write_numbers():
    numpy.save(numbers / "picture.npy", f8)
    kernels = {"asymmetric": random.normal(size=(5, 3)),
               "even": random.normal(size=(4, 6)),
               "gaussian": numpy.outer(*[ndimage.gaussian_filter1d(numpy.eye(1, 17, 8)[0], 1.0, mode="constant")[4:13]] * 2)}
    for name, kernel in kernels.items():
        numpy.save(numbers / f"kernel_{name}.npy", kernel)
        for mode in modes:
            if name == "even" or mode != "constant":
                numpy.save(numbers / f"convolve_{name}_{mode}.npy", ndimage.convolve(f8, kernel, mode=mode))
            if name == "even" or (name, mode) == ("asymmetric", "wrap"):
                numpy.save(numbers / f"correlate_{name}_{mode}.npy", ndimage.correlate(f8, kernel, mode=mode))
    for mode in modes:
        longer = continued(f8, mode)
        filtered = numpy.fft.ifft2(numpy.fft.fft2(longer) * gains_of(longer.shape)).real[:height, :width]
        numpy.save(numbers / f"filter_{mode}.npy", filtered)
    v, u = numpy.fft.fftfreq(height)[:, None], numpy.fft.fftfreq(width)[None, :]
    squares = u * u + v * v
    by_size = (1 - numpy.exp(-4 * 6**2 * squares)) * numpy.exp(-4 * 1.5**2 * squares)
    by_size[0, 0] = 1

    def near_zero(x):
        return 2.0 ** (-((x / 0.1) ** 2))

    mask = random.uniform(size=(height, width))
    numpy.save(numbers / "mask.npy", numpy.fft.fftshift(mask))
    for name, gains in {"sizes": by_size,
                        "horizontal": 1 - near_zero(u) * (1 - near_zero(v)),
                        "vertical": 1 - near_zero(v) * (1 - near_zero(u)),
                        "mask": mask}.items():
        numpy.save(numbers / f"filter_{name}.npy", numpy.fft.ifft2(numpy.fft.fft2(f8) * gains).real)
    numpy.save(numbers / "named_sobel-x.npy", ndimage.sobel(f8, axis=1, mode="reflect"))
    numpy.save(numbers / "named_sobel-y.npy", ndimage.sobel(f8, axis=0, mode="reflect"))
    numpy.save(numbers / "named_prewitt-x.npy", ndimage.prewitt(f8, axis=1, mode="reflect"))
    numpy.save(numbers / "named_laplacian.npy", ndimage.laplace(f8, mode="reflect"))
    numpy.save(numbers / "named_box_5.npy", ndimage.uniform_filter(f8, 5, mode="reflect"))
    blurred = ndimage.gaussian_filter(f8, 1, mode="reflect")
    numpy.save(numbers / "named_gaussian_1.npy", blurred)
    numpy.save(numbers / "named_unsharp_1_0.7.npy", 1.7 * f8 - 0.7 * blurred)


def write_windows():
    y, x = numpy.mgrid[:height, :width]
    terms = numpy.stack([numpy.ones(f8.size), x.ravel(), y.ravel()], axis=1)
    line = (terms @ numpy.linalg.lstsq(terms, f8.ravel(), rcond=None)[0]).reshape(f8.shape)
    for name in "none", "hann", "hamming", "blackman":
        for kind in "periodic", "symmetric":
            def points(n):
                return signal.get_window("boxcar" if name == "none" else name, n, fftbins=kind == "periodic")

            window = numpy.outer(points(height), points(width))
            for trend, removed in {"none": 0, "constant": f8.mean(), "linear": line}.items():
                if kind == "periodic" or trend == "constant":
                    numpy.save(numbers / f"window_{name}_{kind}_{trend}.npy", window * (f8 - removed))
            power = abs(numpy.fft.rfft2(window * (f8 - f8.mean())))**2 / (window**2).sum()
            slices = signal.ShortTimeFFT(points(16), 6, 1.0, scale_to="magnitude").stft(f8.ravel())
            if (name, kind) in (("hann", "periodic"), ("blackman", "symmetric")):
                numpy.save(numbers / f"psd_{name}_{kind}.npy", power)
            if name in ("hann", "blackman"):
                numpy.save(numbers / f"stft_{name}_{kind}.npy", slices)
    numpy.save(numbers / "zoom.npy", signal.zoom_fft(f8.ravel(), [0.1, 0.3], 20, fs=1, endpoint=True))


for folder in formats, numbers:
    folder.mkdir(exist_ok=True)
write_tiff()
write_fits()
write_others()
write_numbers()
write_windows()
