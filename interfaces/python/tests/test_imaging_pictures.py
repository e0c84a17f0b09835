"""Filters, convolution, spectra and peaks, against numpy and scipy."""

from __future__ import annotations

import numpy as np
import pytest

import stockham
from stockham import imaging

ndimage = pytest.importorskip("scipy.ndimage")
signal = pytest.importorskip("scipy.signal")

MODES = ["constant", "nearest", "reflect", "mirror", "wrap"]


@pytest.fixture(scope="module")
def picture():
    return np.random.default_rng(1).random((30, 41))


@pytest.mark.parametrize("mode", MODES)
def test_convolution_is_that_of_scipy(picture, mode):
    kernel = np.random.default_rng(2).random((4, 3))
    np.testing.assert_allclose(imaging.convolve(picture, kernel, boundary=mode), ndimage.convolve(picture, kernel, mode=mode))
    np.testing.assert_allclose(imaging.correlate(picture, kernel, boundary=mode), ndimage.correlate(picture, kernel, mode=mode))


def test_the_default_boundary_is_that_of_scipy(picture):
    kernel = np.ones((3, 3))
    np.testing.assert_allclose(imaging.convolve(picture, kernel), ndimage.convolve(picture, kernel))


def test_a_filter_multiplies_the_spectrum(picture):
    v, u = np.meshgrid(np.fft.fftfreq(30), np.fft.fftfreq(41), indexing="ij")
    expected = np.fft.ifft2(np.fft.fft2(picture) * 2.0 ** -((u**2 + v**2) / 0.2**2)).real
    np.testing.assert_allclose(imaging.filter(picture, low_pass=0.2, boundary="wrap"), expected)
    # A picture that is continued by its mirror images has twice the sides.
    large = np.pad(picture, ((0, 30), (0, 41)), "symmetric")
    np.testing.assert_allclose(imaging.filter(picture, low_pass=0.2), imaging.filter(large, low_pass=0.2, boundary="wrap")[:30, :41])


def test_masks_are_centred(picture):
    mask = np.zeros(picture.shape)
    mask[15, 20] = 1
    np.testing.assert_allclose(imaging.filter(picture, mask=mask, boundary="wrap"), picture.mean())
    with pytest.raises(stockham.ArgumentError, match="mask: its frequencies"):
        imaging.filter(picture, mask=mask)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.float32, np.float64, np.int32])
def test_types_strides_and_channels(dtype):
    rgb = np.random.default_rng(3).integers(0, 255, (20, 24, 3)).astype(dtype)
    before = rgb.copy()
    result = imaging.filter(rgb, high_pass=0.1, channel_axis=-1)
    assert result.shape == rgb.shape and result.dtype == (np.float32 if dtype == np.float32 else np.float64)
    tolerance = 1e-3 if dtype == np.float32 else 1e-9
    for channel in range(3):
        alone = imaging.filter(rgb[..., channel].astype(np.float64), high_pass=0.1)
        np.testing.assert_allclose(result[..., channel], alone, atol=tolerance)
    np.testing.assert_allclose(imaging.filter(rgb[::-2, :, 0], high_pass=0.1),
                               imaging.filter(rgb[::-2, :, 0].copy(), high_pass=0.1), atol=tolerance)
    assert (rgb == before).all()


def test_spectra(picture):
    np.testing.assert_allclose(imaging.spectrum(picture), np.abs(np.fft.fftshift(np.fft.fft2(picture))))
    window = np.outer(signal.get_window("hann", 30), signal.get_window("hann", 41))
    expected = np.abs(np.fft.fftshift(np.fft.fft2((picture - picture.mean()) * window)))
    np.testing.assert_allclose(imaging.spectrum(picture, window="hann", detrend="constant"), expected, atol=1e-9)
    field = picture * np.exp(1j * picture)
    np.testing.assert_allclose(imaging.spectrum(field), np.abs(np.fft.fftshift(np.fft.fft2(field))))


def test_power_density(picture):
    window = np.outer(signal.get_window("hann", 30), signal.get_window("hann", 41))
    power = np.abs(np.fft.fftshift(np.fft.fft2((picture - picture.mean()) * window)))**2 / (window**2).sum()
    found = imaging.power_density(np.stack([picture, picture]))
    np.testing.assert_allclose(found.map, power, atol=1e-12)
    v, u = np.meshgrid(np.arange(-15, 15) / 30, np.arange(-20, 21) / 41, indexing="ij")
    ring = np.floor(np.hypot(u, v) * 41 + 0.5)
    np.testing.assert_allclose(found.frequency, np.arange(1, 21) / 41)
    np.testing.assert_allclose(found.power, [power[ring == r].mean() for r in range(1, 21)])


def test_peaks_are_notched():
    y, x = np.mgrid[:64, :80]
    noise = np.random.default_rng(4).normal(size=x.shape)
    picture = noise + 5 * np.cos(2 * np.pi * (0.2 * x + 0.3 * y))
    peak, = imaging.find_peaks(picture)
    assert abs(peak.u - 0.2) < 0.002 and abs(peak.v - 0.3) < 0.002 and abs(peak.amplitude - 5) < 1
    clean = imaging.filter(picture, notch=[(peak.u, peak.v)], radius=0.05)
    assert np.std(clean - noise) < 0.2 * np.std(picture - noise)
    assert imaging.find_peaks(noise, prominence=1000) == []


@pytest.mark.parametrize("wrong, error", [({"low_pass": 2}, stockham.ArgumentError), ({"edge": "round"}, stockham.ArgumentError),
                                          ({"order": 1.5}, stockham.ArgumentError), ({"notch": [1, 2, 3]}, stockham.ArgumentError),
                                          ({"radius": "wide"}, stockham.ArgumentError), ({"cutoff": 0.1}, TypeError)])
def test_wrong_options_are_named(picture, wrong, error):
    with pytest.raises(error, match=next(iter(wrong))):
        imaging.filter(picture, **wrong)
