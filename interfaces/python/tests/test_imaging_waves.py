"""Spectrograms, chirp transforms, propagation and measures against scipy and numpy."""

import numpy as np
import pytest
import scipy.signal

import stockham
from stockham import imaging


def relative(found, wanted):
    return np.linalg.norm(found - wanted) / np.linalg.norm(wanted)


@pytest.mark.parametrize("window, points, hop, mfft, phase_shift", [
    ("hann", 32, 8, None, 0), (("gaussian", 7), 31, 10, 32, None), ("boxcar", 24, 5, 32, 7), ("boxcar", 16, 16, 32, -3),
    ("hann", 16, 16, 32, -3)])
def test_stft_is_that_of_scipy(window, points, hop, mfft, phase_shift):
    win = scipy.signal.get_window(window, points)
    x = np.random.default_rng(points).normal(size=(2, 203))
    for scale_to in (None, "magnitude", "psd"):
        theirs = scipy.signal.ShortTimeFFT(win, hop, 50.0, mfft=mfft, scale_to=scale_to, phase_shift=phase_shift)
        ours = imaging.ShortTimeFFT(win, hop, 50.0, mfft=mfft, scale_to=scale_to, phase_shift=phase_shift)
        wanted = theirs.stft(x)
        assert ours.slices(203) == (theirs.p_min, theirs.p_max(203))
        assert np.allclose(ours.t(203), theirs.t(203)) and np.allclose(ours.f, theirs.f)
        assert relative(ours.stft(x), wanted) < 1e-13
        assert relative(ours.stft(x[0].astype("f")), wanted[0]) < 1e-6
    if window != "hann" or hop < points:
        assert relative(ours.istft(wanted, 203), x) < 1e-12


def test_spectrogram():
    x = np.sin(np.arange(400.0))
    transform = imaging.ShortTimeFFT(np.hanning(64), 16)
    assert np.allclose(transform.spectrogram(x), abs(transform.stft(x))**2)


def test_czt_is_that_of_scipy():
    random = np.random.default_rng(0)
    x = random.normal(size=(3, 101)) + 1j * random.normal(size=(3, 101))
    for m, w, a in [(None, None, 1), (50, None, 1), (7, np.exp(-0.01j), 1.02), (200, 0.9999 * np.exp(-0.02j), np.exp(0.3j))]:
        wanted = scipy.signal.czt(x, m, w, a)
        assert relative(imaging.czt(x, m, w, a), wanted) < 1e-11
    assert relative(imaging.czt(x.real, axis=0), np.fft.fft(x.real, axis=0)) < 1e-13
    assert relative(imaging.czt(x[0].astype("F")), np.fft.fft(x[0])) < 1e-6


def test_zoom_is_that_of_scipy():
    x = np.random.default_rng(1).normal(size=(2, 1000))
    for fn, m, fs, endpoint in [(0.3, None, 2, False), ([0.1, 0.15], 333, 1, True), ([3, -2], 64, 10, False)]:
        wanted = scipy.signal.zoom_fft(x, fn, m, fs=fs, endpoint=endpoint)
        assert relative(imaging.zoom_fft(x, fn, m, fs=fs, endpoint=endpoint), wanted) < 1e-11


def transfer(shape, pitch, wavelength, z, method):
    v, u = (np.fft.fftfreq(n, p) for n, p in zip(shape, pitch))
    square = u[None]**2 + v[:, None]**2
    if method == "fresnel":
        return np.exp(2j * np.pi * z / wavelength) * np.exp(-1j * np.pi * wavelength * z * square)
    return np.exp(2j * np.pi * z * np.sqrt(1 / wavelength**2 - square + 0j)) if z >= 0 else np.conj(
        transfer(shape, pitch, wavelength, -z, method))


@pytest.mark.parametrize("method", ["angular_spectrum", "fresnel"])
def test_propagation(method):
    random = np.random.default_rng(2)
    field = random.normal(size=(60, 75)) + 1j * random.normal(size=(60, 75))
    pitch, wavelength, distances = (2e-6, 3e-6), 500e-9, [1e-4, -3e-4, 0]
    found = imaging.propagate(field, distances, wavelength, pitch, method=method)
    for z, each in zip(distances, found):
        wanted = np.fft.ifft2(np.fft.fft2(field) * transfer(field.shape, pitch, wavelength, z, method))
        assert relative(each, wanted) < 1e-12
    single = imaging.propagate(field.real.astype("f"), 1e-4, wavelength, pitch, method=method)
    wanted = np.fft.ifft2(np.fft.fft2(field.real) * transfer(field.shape, pitch, wavelength, 1e-4, method))
    assert single.dtype == np.complex64 and relative(single, wanted) < 1e-6


def test_padded_propagation_does_not_wrap():
    field = np.zeros((64, 64))
    field[2, 32] = 1
    there = imaging.propagate(field, 2e-4, 633e-9, 2e-6, padded=True)
    wide = np.zeros((192, 192))
    wide[66, 96] = 1
    wanted = imaging.propagate(wide, 2e-4, 633e-9, 2e-6)[64:128, 64:128]
    wrapped = imaging.propagate(field, 2e-4, 633e-9, 2e-6)
    assert relative(there, wanted) < 0.35 * relative(wrapped, wanted)


def test_evanescent_waves_decay():
    field = np.random.default_rng(3).normal(size=(16, 16))
    there = imaging.propagate(field, 1e-6, 500e-9, 50e-9)
    assert np.linalg.norm(there) < 0.2 * np.linalg.norm(field)


def test_focus_is_largest_for_the_sharp_picture():
    sharp = np.random.default_rng(4).random((40, 50)) + 1
    soft = (sharp + np.roll(sharp, 1, 0) + np.roll(sharp, 1, 1)) / 3
    a, b = imaging.focus(np.stack([sharp, soft]))
    assert a.variance == pytest.approx(sharp.var() / sharp.mean()**2)
    rows, columns = (np.diff(sharp[::k, :: 1], axis=0) for k in (1, 1))
    gradient = (np.sum((sharp[2:] - sharp[:-2])**2) + np.sum((sharp[:, 2:] - sharp[:, :-2])**2)) / sharp.size
    assert a.gradient == pytest.approx(gradient)
    laplacian = 4 * sharp[1:-1, 1:-1] - sharp[:-2, 1:-1] - sharp[2:, 1:-1] - sharp[1:-1, :-2] - sharp[1:-1, 2:]
    assert a.laplacian == pytest.approx(np.mean(laplacian**2))
    assert all(x > y for x, y in zip(a, b))


def test_thon_rings():
    """Noise through a contrast transfer function has its zeros as minima of the contrast."""
    random = np.random.default_rng(5)
    noise = random.normal(size=(512, 600))
    v, u = np.fft.fftfreq(512)[:, None], np.fft.rfftfreq(600)[None]
    square = u**2 + v**2
    micrograph = np.fft.irfft2(np.fft.rfft2(noise) * np.sin(60 * square) / (1 + 20 * square), s=noise.shape)
    rings = imaging.thon_rings(micrograph + 0.02 * random.normal(size=noise.shape), 256)
    f = np.array([each.frequency for each in rings])
    contrast = np.array([each.contrast for each in rings])
    assert f[0] == 1 / 256 and f[-1] == 0.5
    for k in (1, 2, 3):
        zero, top = np.sqrt(k * np.pi / 60), np.sqrt((k - 0.5) * np.pi / 60)
        near = abs(f - zero) < 0.015
        assert abs(f[near][contrast[near].argmin()] - zero) < 0.004
        assert contrast[abs(f - top).argmin()] > contrast[near].min() + 1


@pytest.mark.parametrize("call, message", [
    (lambda: imaging.ShortTimeFFT(np.ones(8), 0), "hop"),
    (lambda: imaging.ShortTimeFFT(np.ones(8), 4, fs=-1), "fs"),
    (lambda: imaging.ShortTimeFFT(np.ones(8), 4, mfft=7), "mfft"),
    (lambda: imaging.ShortTimeFFT(np.ones(64), 4).stft(np.ones(50)), "window: has 64 points and the signal only 50"),
    (lambda: imaging.ShortTimeFFT(np.zeros(8), 4).stft(np.ones(50)), "window: all points are 0"),
    (lambda: imaging.ShortTimeFFT(np.ones(8), 4).stft([np.nan] * 50), "signal"),
    (lambda: imaging.ShortTimeFFT(np.ones(8), 9).istft(np.zeros((5, 6)), 50), "hop: some samples are in no slice"),
    (lambda: imaging.czt([]), "x: must have at least one point"),
    (lambda: imaging.czt([1.0, 2.0], 0), "m"),
    (lambda: imaging.czt([1.0, 2.0], 3, 0), "w: must be finite and not 0"),
    (lambda: imaging.zoom_fft([1.0, 2.0], [0, np.inf]), "frequencies: must be finite"),
    (lambda: imaging.propagate(np.ones((4, 4)), 1, -1, 1), "wavelength: must be above 0"),
    (lambda: imaging.propagate(np.ones((4, 4)), 1, 1, -2), "pitch: must be above 0"),
    (lambda: imaging.propagate(np.ones((4, 4)), 1, 1, (1, 0)), "pitch: must be above 0"),
    (lambda: imaging.propagate(np.ones((4, 4)), np.nan, 1, 1), "distance: must be finite"),
    (lambda: imaging.propagate(np.ones((4, 4)), [], 1, 1), "distance: there is none"),
    (lambda: imaging.propagate(np.full((4, 4), np.nan), 1, 1, 1), "field"),
    (lambda: imaging.propagate(np.ones(4), 1, 1, 1), "field"),
    (lambda: imaging.propagate(np.ones((4, 4)), 1, 1, 1, method="guess"), "method"),
    (lambda: imaging.focus(np.ones((2, 9))), "pictures: must have at least 3 x 3 points"),
    (lambda: imaging.thon_rings(np.ones((64, 64)), 64), "picture: all points are equal"),
    (lambda: imaging.thon_rings(np.eye(64), 128), "tile: must be from 32 to the picture's shorter side"),
])
def test_bad_input(call, message):
    with pytest.raises(stockham.ArgumentError, match=message):
        call()
