#!/usr/bin/env python3
"""make_formats.py: writes further pictures of formats/, as make.py does, with astropy, mrcfile, pynrrd and others."""
import gzip
import io
import pathlib

import mrcfile
import nrrd
import numpy
import pillow_avif  # noqa: F401, registers AVIF
import pydicom
from astropy.io import fits
from PIL import Image
from pydicom import uid
from pydicom.dataset import Dataset, FileMetaDataset

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


others = numpy.random.default_rng(56)
grey = others.integers(0, 256, (height, width), dtype="u1")
grey16 = others.integers(0, 65536, (height, width), dtype="u2")
signed = others.integers(-2048, 2048, (height, width)).astype("i2")
colours = others.integers(0, 256, (height, width, 3), dtype="u1")


def encoded(pixels, **options):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, **options)
    return file.getvalue()


def write_pictures():
    """GIF, BMP, JPEG 2000 and AVIF, by Pillow."""
    Image.fromarray(grey).save(save("grey.gif", grey))
    few = Image.fromarray(colours).quantize(16)
    few.save(save("colours.gif", numpy.asarray(few.convert("RGB"))))
    frames = [Image.fromarray(grey // k) for k in (1, 2, 3)]
    steps = [Image.fromarray(each) for each in (grey, 255 - grey, grey // 2)]  # a transparent colour beyond the palette
    steps[0].save(save("steps.gif", numpy.stack(steps)), save_all=True, append_images=steps[1:])
    frames[0].save(save("frames.gif", numpy.stack(frames)), save_all=True, append_images=frames[1:])
    Image.fromarray(grey).save(save("grey.bmp", grey))
    Image.fromarray(colours).save(save("colours.bmp", colours))
    few.save(save("palette.bmp", numpy.asarray(few.convert("RGB"))))
    Image.fromarray(grey > 99).save(save("bits.bmp", (grey > 99).astype("u1") * 255))
    for name, pixels in {"grey.jp2": grey, "colours.jp2": colours, "grey16.jp2": grey16, "stream.j2k": colours}.items():
        Image.fromarray(pixels).save(save(name, pixels), irreversible=False)
    plain = numpy.broadcast_to(numpy.array([200, 100, 50], "u1"), colours.shape)
    path = formats / "plain.avif"
    Image.fromarray(plain).save(path, quality=100)
    save("plain.avif", numpy.asarray(Image.open(path).convert("RGB")))


def unmarked(jpeg):
    """A JPEG picture of red, green and blue without the marks by which decoders tell that."""
    jpeg = bytearray(jpeg)
    adobe = jpeg.index(b"\xff\xee")
    del jpeg[adobe:adobe + 16]
    frame, scan = jpeg.index(b"\xff\xc0"), jpeg.index(b"\xff\xda")
    jpeg[frame + 10], jpeg[frame + 13], jpeg[frame + 16] = 1, 2, 3
    jpeg[scan + 5], jpeg[scan + 7], jpeg[scan + 9] = 1, 2, 3
    return bytes(jpeg)


def write_dicom(name, pixels, shown, syntax=uid.ExplicitVRLittleEndian, **elements):
    file = Dataset()
    file.file_meta = FileMetaDataset()
    file.file_meta.TransferSyntaxUID = syntax
    file.file_meta.MediaStorageSOPClassUID = file.SOPClassUID = uid.SecondaryCaptureImageStorage
    file.file_meta.MediaStorageSOPInstanceUID = file.SOPInstanceUID = "1.2.3.4"
    pixels_type = elements.pop("PixelsType", None)
    is_colour = elements.get("SamplesPerPixel", 1) == 3
    file.Rows, file.Columns = height, width
    file.SamplesPerPixel, file.PhotometricInterpretation = 1, "MONOCHROME2"
    if hasattr(pixels, "dtype"):
        file.BitsAllocated = file.BitsStored = 8 * pixels.dtype.itemsize
        file.PixelRepresentation = int(pixels.dtype.kind == "i")
        file.PixelData = pixels.tobytes()
    if is_colour:
        file.PhotometricInterpretation, file.PlanarConfiguration = "RGB", 0
    for key, value in elements.items():
        setattr(file, key, value)
    file.HighBit = file.BitsStored - 1
    if not hasattr(pixels, "dtype"):
        file.PixelData = pydicom.encaps.encapsulate(pixels)
        file["PixelData"].is_undefined_length = True
    elif syntax == uid.RLELossless:
        file.file_meta.TransferSyntaxUID = uid.ExplicitVRLittleEndian
        file.compress(uid.RLELossless)
    if pixels_type:
        file["PixelData"].VR = pixels_type
    pydicom.dcmwrite(save(name, shown), file, enforce_file_format=True, little_endian=syntax != uid.ExplicitVRBigEndian,
                     implicit_vr=syntax == uid.ImplicitVRLittleEndian)


def write_scans():
    ct = signed.astype("f4") * 2 - 1024
    scale = dict(RescaleSlope="2", RescaleIntercept="-1024", PixelSpacing=["0.5", "0.25"], WindowCenter="40", WindowWidth="400")
    write_dicom("ct.dcm", signed, ct, **scale)
    write_dicom("implicit.dcm", signed, signed.astype("f4"), uid.ImplicitVRLittleEndian)
    write_dicom("big_endian.dcm", grey16.astype(">u2"), grey16, uid.ExplicitVRBigEndian)
    write_dicom("colours.dcm", colours, colours, SamplesPerPixel=3)
    write_dicom("planes.dcm", colours.transpose(2, 0, 1).copy(), colours, SamplesPerPixel=3, PlanarConfiguration=1)
    frames = numpy.stack([grey16, grey16 // 2, grey16 // 3])
    write_dicom("frames.dcm", frames, frames, NumberOfFrames=3, SpacingBetweenSlices="2", PixelSpacing=["0.5", "0.25"])
    twelve = (signed & 0xfff).astype("u2")  # 12 bits with a sign, and other bits above
    write_dicom("twelve.dcm", twelve | 0xa000, signed.astype("f4"), BitsStored=12, PixelRepresentation=1)
    write_dicom("runs.dcm", grey16 // 5000, grey16 // 5000, uid.RLELossless)
    write_dicom("run_frames.dcm", frames, frames, uid.RLELossless, NumberOfFrames=3)
    write_dicom("run_colours.dcm", colours, colours, uid.RLELossless, SamplesPerPixel=3)
    write_dicom("packed.dcm", [encoded(grey16, format="JPEG2000", irreversible=False)], grey16, uid.JPEG2000Lossless,
                BitsAllocated=16, BitsStored=16, PixelRepresentation=0)
    # The packed picture calls its numbers unsigned, and DICOM signed.
    unsigned = signed.astype("i4").__and__(0xfff).astype("u2")
    write_dicom("packed_signed.dcm", [encoded(unsigned, format="JPEG2000", irreversible=False)], signed.astype("f4"),
                uid.JPEG2000Lossless, BitsAllocated=16, BitsStored=12, PixelRepresentation=1)
    plain = numpy.broadcast_to(numpy.array([200, 100, 50], "u1"), colours.shape)
    write_dicom("jpeg_rgb.dcm", [unmarked(encoded(plain, format="JPEG", quality=100, keep_rgb=True))], plain, uid.JPEGBaseline8Bit,
                SamplesPerPixel=3, BitsAllocated=8, BitsStored=8, PixelRepresentation=0)
    # Bytes are in words, and this file begins like a TIFF file.
    write_dicom("words.dcm", grey.reshape(-1, 2)[:, ::-1].copy().reshape(grey.shape), grey, uid.ExplicitVRBigEndian,
                PixelsType="OW")
    path = formats / "words.dcm"
    path.write_bytes(b"II*\0" + path.read_bytes()[4:])
    jpeg = encoded(grey, format="JPEG", quality=95)
    shown = numpy.asarray(Image.open(io.BytesIO(jpeg)))
    write_dicom("jpeg.dcm", [jpeg], shown, uid.JPEGBaseline8Bit, BitsAllocated=8, BitsStored=8, PixelRepresentation=0)


write_fits()
write_pictures()
write_scans()
write_mrc()
write_nrrd()
