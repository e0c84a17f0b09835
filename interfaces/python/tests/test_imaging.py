"""stockham.imaging: deconvolution and template matching on numpy and pyopencl arrays."""

from __future__ import annotations

import numpy as np
import pytest

import stockham
from stockham import imaging

ndimage = pytest.importorskip("scipy.ndimage")

PSF = np.outer([1, 2, 1], [1, 2, 1]) / 16.0


@pytest.fixture(scope="module")
def pictures():
    sharp = np.random.default_rng(0).random((30, 36)).cumsum(1) + 1
    return sharp, ndimage.convolve(sharp, PSF, mode="reflect")


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.uint16])
def test_deconvolution_sharpens(pictures, dtype):
    sharp, blurred = (100 * each for each in pictures)
    result, report = imaging.deconvolve(blurred.astype(dtype), PSF, accelerate=True, iterations=20, full_output=True)
    assert result.dtype == (np.float32 if dtype == np.float32 else np.float64)
    assert np.abs(result - sharp).mean() < 0.8 * np.abs(blurred - sharp).mean()
    assert report["iterations"] == 20 and report["tiles"] == 1


def test_wiener_and_its_estimate(pictures):
    sharp, blurred = pictures
    noisy = blurred + np.random.default_rng(1).normal(0, 0.02, blurred.shape)
    result, report = imaging.deconvolve(noisy, PSF, "wiener", full_output=True)
    assert report["balance"] > 0
    assert np.abs(result - sharp).mean() < np.abs(noisy - sharp).mean()


def test_progress_ends_the_work(pictures):
    seen = []
    imaging.deconvolve(pictures[1], PSF, iterations=3, progress=lambda done, total, change: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(stockham.CancelledError):
        imaging.deconvolve(pictures[1], PSF, progress=lambda done, total, change: False)
    with pytest.raises(ZeroDivisionError):
        imaging.deconvolve(pictures[1], PSF, progress=lambda done, total, change: 1 // 0)


def test_bad_arguments(pictures):
    picture = pictures[1]
    for arguments, text in [
            ((picture, PSF * 0), "psf: its sum must be above 0"), ((picture, PSF[0]), "psf: must have as many axes"),
            ((PSF, picture), "psf: must be no larger than the picture"), ((picture * np.nan, PSF), "picture: has NaN"),
            ((picture, PSF, "magic"), "method: must be")]:
        with pytest.raises(stockham.ArgumentError, match=text):
            imaging.deconvolve(*arguments)
    for options, text in [({"noise": 0}, "noise: must be above 0"), ({"iterations": 0}, "iterations: must be 1 or more"),
                          ({"boundary": "torus"}, "boundary: must be one of constant, nearest")]:
        with pytest.raises(stockham.ArgumentError, match=text):
            imaging.deconvolve(picture, PSF, **options)
    with pytest.raises(stockham.TooLittleMemoryError, match="the smallest tile") as caught:
        imaging.deconvolve(picture, PSF, memory=1000)
    assert caught.value.needed > 1000 and isinstance(caught.value, MemoryError)
    with pytest.raises(stockham.ArgumentError, match="template: is constant"):
        imaging.match(picture, np.ones((3, 3)))
    with pytest.raises(TypeError, match="complex|not supported|real"):
        imaging.match(picture.astype("O"), PSF)


def test_matches(pictures):
    picture = np.random.default_rng(2).random((30, 36)).astype(np.float32)
    template = picture[7:12, 20:28]
    peaks = imaging.match(picture, template, threshold=0.9)
    assert [peak.position for peak in peaks] == [(7, 20)] and peaks[0].response == pytest.approx(1, abs=1e-5)
    assert imaging.match_template(picture, template).shape == (26, 29)
    padded = imaging.match_template(picture, template, pad_input=True, mode="reflect")
    assert padded.shape == picture.shape and padded.dtype == np.float32
    assert np.unravel_index(padded.argmax(), padded.shape) == (9, 24)
    for mode in ("constant", "edge", "reflect", "symmetric", "wrap"):
        values = {"constant_values": 3} if mode == "constant" else {}
        around = imaging.match_template(np.pad(picture, ((2, 2), (4, 3)), mode, **values), template)
        inside = imaging.match_template(picture, template, pad_input=True, mode=mode, **values)
        np.testing.assert_allclose(inside, around, atol=1e-4)
    for mode in ("nearest", "mirror", "mean", None):
        with pytest.raises(stockham.ArgumentError, match="mode: must be one of constant, edge"):
            imaging.match_template(picture, template, pad_input=True, mode=mode)


def test_arrays_on_the_device(pictures):
    cl = pytest.importorskip("pyopencl")
    cl_array = pytest.importorskip("pyopencl.array")
    device = cl.Device.from_int_ptr(stockham.get_device().int_ptr)
    queue = cl.CommandQueue(cl.Context([device]))
    blurred = pictures[1].astype(np.float32)
    image, psf = cl_array.to_device(queue, blurred), cl_array.to_device(queue, PSF.astype(np.float32))
    result = imaging.deconvolve(image, psf, iterations=4)
    assert isinstance(result, cl_array.Array)
    np.testing.assert_array_equal(result.get(), imaging.deconvolve(blurred, PSF.astype(np.float32), iterations=4))
    peaks = imaging.match(image, cl_array.to_device(queue, blurred[3:9, 4:12].copy()), threshold=0.99)
    assert peaks[0].position == (3, 4)
    with pytest.raises(stockham.ArgumentError, match="psf: one of the arrays is in host memory"):
        imaging.deconvolve(image, PSF)
    with pytest.raises(stockham.ArgumentError, match="image: pyopencl arrays must be row-major"):
        imaging.deconvolve(image[:, ::2], psf)
