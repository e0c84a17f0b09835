"""A plugin for pytest: replaces functions of scikit-image by stockham.imaging, with the same arguments and results."""

from __future__ import annotations

import collections
import pathlib
import tempfile

import numpy as np
import pytest
from scipy.signal import convolve, convolve2d
from skimage import color, data, feature, restoration, util

import stockham

own_wiener, own_lucy, own_unsupervised = restoration.wiener, restoration.richardson_lucy, restoration.unsupervised_wiener
calls: collections.Counter[str] = collections.Counter()


def limited(result: np.ndarray, clip: bool) -> np.ndarray:
    return np.clip(result, -1, 1) if clip else result


def impulse_of(psf: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The impulse response of a full transfer function, with its origin in the middle."""
    if not np.iscomplexobj(psf):
        return psf
    if psf.shape != shape:
        raise NotImplementedError("half of a transfer function")
    return np.fft.fftshift(np.fft.ifftn(psf).real)


def wiener(image, psf, balance, reg=None, is_real=True, clip=True):
    laplacians = restoration.uft.laplacian(image.ndim, image.shape, is_real)
    if reg is not None and not any(reg.shape == each.shape and np.allclose(reg, each) for each in laplacians):
        raise NotImplementedError("a regularisation other than the Laplacian")
    calls["wiener"] += 1
    return limited(stockham.imaging.deconvolve(image, impulse_of(psf, image.shape), "wiener", balance=balance, boundary="wrap",
                                               normalise_psf=False), clip)


def richardson_lucy(image, psf, num_iter=50, clip=True, filter_epsilon=None):
    calls["richardson_lucy"] += 1
    return limited(stockham.imaging.deconvolve(image, psf, iterations=num_iter, boundary="constant", start=0.5,
                                               negative=True,
                                               least_estimate=filter_epsilon or 0, normalise_psf=False), clip)


def match_template(image, template, pad_input=False, mode="constant", constant_values=0):
    calls["match_template"] += 1
    return stockham.imaging.match_template(image, template, pad_input, mode, constant_values)




def count_correlations() -> None:
    """Counts calls below phase_cross_correlation: its warnings name their caller, which scikit-image's tests compare."""
    find = stockham._stockham.find_correlation_peak

    def counted(*arguments):
        calls["phase_cross_correlation"] += 1
        return find(*arguments)

    stockham._stockham.find_correlation_peak = counted


def eagle() -> np.ndarray:
    """In place of a photograph that the tests download: noise whose power falls with the frequency."""
    shape = (1700, 1800)
    down, across = np.fft.fftfreq(shape[0])[:, None], np.fft.rfftfreq(shape[1])[None]
    spectrum = np.fft.rfft2(np.random.default_rng(0).normal(size=shape)) / (0.005 + np.hypot(down, across))
    picture = np.fft.irfft2(spectrum, s=shape)
    return np.clip(128 + 40 * picture / picture.std(), 0, 255).astype(np.uint8)


def expected_arrays() -> dict[str, np.ndarray]:
    """The results that scikit-image's tests download, computed again by its own functions in double precision."""
    camera, psf = util.img_as_float(data.camera()), np.ones((5, 5)) / 25
    random = np.random.RandomState(0)
    noisy = convolve(camera, psf, "same")
    noisy += 0.1 * noisy.std() * random.standard_normal(noisy.shape)
    astronaut = convolve2d(color.rgb2gray(data.astronaut()), psf, "same")
    return {"camera_wiener.npy": own_wiener(noisy, psf, 0.05), "camera_rl.npy": own_lucy(noisy, psf, num_iter=5),
            "astronaut_rl.npy": own_lucy(astronaut, psf, 5, filter_epsilon=1e-6)}


_folder = tempfile.TemporaryDirectory()


def fetch(name: str) -> str:
    """The path of an array that a test compares with."""
    path = pathlib.Path(_folder.name, pathlib.Path(name).name)
    if not path.exists():
        for each, values in expected_arrays().items():
            np.save(pathlib.Path(_folder.name, each), values)
    if not path.exists():
        pytest.skip(f"{name} is not replaced: it belongs to unsupervised_wiener, which stockham has not")
    return str(path)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The test modules hold functions by name."""
    for module in {item.module for item in items if isinstance(item, pytest.Function)}:
        for name, function in (("match_template", match_template), ("fetch", fetch), ("eagle", eagle),
                               ("phase_cross_correlation", stockham.imaging.phase_cross_correlation)):
            if hasattr(module, name):
                setattr(module, name, function)


def pytest_configure(config: pytest.Config) -> None:
    restoration.wiener, restoration.richardson_lucy = wiener, richardson_lucy
    feature.match_template = match_template
    count_correlations()


def pytest_terminal_summary(terminalreporter) -> None:
    terminalreporter.write_line("through stockham.imaging: " + ", ".join(f"{n} calls of {name}" for name, n in calls.items()))
