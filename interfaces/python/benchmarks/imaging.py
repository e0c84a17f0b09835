"""Compares deconvolution and template matching with scikit-image, and deconvolution with scipy.fft on all cores.

    python imaging.py quality FOLDER     # of photographs
    python imaging.py speed [--side 2048] [--volume 512] [--rounds 3]

`quality` prints PSNR in dB of seven restorations of each photograph, blurred with a Gaussian (sigma 2) and with noise (sigma
0.01), 16 points from its edges and more, and of the whole: by scikit-image, by stockham with the same edges, and by stockham
with its defaults. `speed` prints seconds of Richardson-Lucy in single precision: the median of rounds in which the rivals
take turns, the shortest, and the ratios. The rivals are scikit-image's function and the same iterations with scipy.fft on all cores, with
the blur's spectrum computed once and fast lengths.
"""

from __future__ import annotations

import argparse
import pathlib
import statistics
import time
from typing import Any, Callable

import numpy as np
import scipy.fft
from scipy import ndimage
from skimage import color, feature, io, restoration

import stockham

deconvolve = stockham.imaging.deconvolve


def gaussian(axes: int, sigma: float, side: int) -> np.ndarray:
    line = np.exp(-((np.arange(side) - side // 2) ** 2) / (2 * sigma**2))
    psf = line
    for _ in range(axes - 1):
        psf = np.multiply.outer(psf, line)
    return psf / psf.sum()


def psnr(result: np.ndarray, sharp: np.ndarray, margin: int = 0) -> float:
    inside = (slice(margin, -margin or None),) * sharp.ndim
    return float(10 * np.log10(1 / np.mean((np.clip(result, 0, 1) - sharp)[inside] ** 2)))


def quality(folder: pathlib.Path) -> None:
    psf = gaussian(2, 2.0, 15)
    restorations: dict[str, Callable[[np.ndarray], np.ndarray]] = {
        "blurred": lambda image: image,
        "Wiener, scikit-image": lambda image: restoration.wiener(image, psf, 0.01),
        "Wiener, stockham, the same": lambda image: deconvolve(image, psf, "wiener", balance=0.01, boundary="wrap"),
        "Wiener, stockham": lambda image: deconvolve(image, psf, "wiener"),
        "Richardson-Lucy, scikit-image": lambda image: restoration.richardson_lucy(image, psf, 20),
        "Richardson-Lucy, stockham, the same": lambda image: deconvolve(image, psf, iterations=20, boundary="constant", start=0.5,
                                                                        negative=True),
        "Richardson-Lucy, stockham": lambda image: deconvolve(image, psf, iterations=20),
        "total variation 0.002, stockham": lambda image: deconvolve(image, psf, iterations=60, total_variation=0.002),
    }
    paths = sorted(path for path in folder.iterdir() if path.suffix in (".png", ".jpg"))
    print("PSNR in dB, without the edges / of the whole")
    print(f"{'':38}" + "".join(f"{path.stem[:12]:>15}" for path in paths))
    rows: dict[str, list[str]] = {name: [] for name in restorations}
    worst = matched = 0.0
    for number, path in enumerate(paths):
        image = io.imread(path)
        sharp = color.rgb2gray(image[..., :3]) if image.ndim == 3 else image / 255
        blurred = ndimage.convolve(sharp, psf, mode="reflect") + np.random.default_rng(number).normal(0, 0.01, sharp.shape)
        values = {}
        for name, restore in restorations.items():
            in_single = "stockham" in name and "the same" not in name
            result = restore(blurred.astype(np.float32) if in_single else blurred)
            values[name] = psnr(result, sharp, 16), psnr(result, sharp)
            rows[name].append(f"{values[name][0]:6.2f} /{values[name][1]:6.2f}")
        for method in ("Wiener", "Richardson-Lucy"):
            pairs = zip(values[f"{method}, scikit-image"], values[f"{method}, stockham, the same"])
            worst = max(worst, *(abs(a - b) for a, b in pairs))
        h, w = sharp.shape
        part = sharp[h // 3:h // 3 + 61, w // 2:w // 2 + 48]
        for pad in (False, True):
            theirs = feature.match_template(sharp, part, pad_input=pad)
            matched = max(matched, float(np.abs(stockham.imaging.match_template(sharp, part, pad) - theirs).max()))
    for name, cells in rows.items():
        print(f"{name:38}" + "".join(f"{cell:>15}" for cell in cells))
    print(f"largest difference of scikit-image and stockham with the same edges: {worst:.6f} dB")
    print(f"largest difference of match_template, float64: {matched:.2e}")


def lucy_by_scipy(image: np.ndarray, psf: np.ndarray, iterations: int) -> np.ndarray:
    """The iterations of scikit-image with scipy.fft."""
    shape = [scipy.fft.next_fast_len(n + m - 1, True) for n, m in zip(image.shape, psf.shape)]
    middle = tuple(slice(m // 2, m // 2 + n) for n, m in zip(image.shape, psf.shape))
    blur = scipy.fft.rfftn(psf, shape, workers=-1)
    # The correlation's kernel is the reversed one, with its origin at the same place.
    back = scipy.fft.rfftn(psf[(slice(None, None, -1),) * psf.ndim], shape, workers=-1)

    def convolved(a: np.ndarray, spectrum: np.ndarray) -> Any:
        return scipy.fft.irfftn(scipy.fft.rfftn(a, shape, workers=-1) * spectrum, shape, workers=-1, overwrite_x=True)[middle]

    estimate = np.full(image.shape, 0.5, image.dtype)
    for _ in range(iterations):
        ratio = image / (convolved(estimate, blur) + np.float32(1e-12))
        estimate *= convolved(ratio, back)
    return estimate


def race(title: str, rivals: dict[str, Callable[[], np.ndarray]], rounds: int) -> None:
    print(title, flush=True)
    seconds: dict[str, list[float]] = {name: [] for name in rivals}
    first: np.ndarray | None = None
    for number in range(rounds):
        for name, call in rivals.items():
            start = time.perf_counter()
            result = call()
            seconds[name].append(time.perf_counter() - start)
            if number == 0 and first is None:
                first = result
            elif number == 0 and "estimated" not in name and first is not None:
                off = float(np.abs(np.clip(result, -1, 1) - np.clip(first, -1, 1)).max())
                print(f"  {name}: differs from the first by {off:.1e}", flush=True)
    for name, times in seconds.items():
        ratios = [a / b for a, b in zip(times, seconds["stockham"])]
        print(f"  {name:26} median {statistics.median(times):7.2f} s, {statistics.median(ratios):.2f} times stockham's; shortest "
              f"{min(times):7.2f} s, {min(times) / min(seconds['stockham']):.2f} times  ({' '.join(f'{t:.2f}' for t in times)})", flush=True)


def speed(side: int, volume: int, rounds: int) -> None:
    for axes, length, iterations in ((2, side, 30), (3, volume, 10)):
        if length == 0:
            continue
        psf = gaussian(axes, 2.0, 15 if axes == 2 else 9).astype(np.float32)
        image = np.random.default_rng(1).random((length,) * axes, np.float32)
        same = dict(iterations=iterations, boundary="constant", start=0.5)
        deconvolve(image, psf, iterations=1, boundary="constant", start=0.5)  # compiles
        deconvolve(image, psf, iterations=1)
        rivals = {
            "stockham": lambda: deconvolve(image, psf, **same),
            "scipy.fft, all cores": lambda: lucy_by_scipy(image, psf, iterations),
            "scikit-image": lambda: restoration.richardson_lucy(image, psf, iterations),
            "stockham, edges estimated": lambda: deconvolve(image, psf, iterations=iterations),
        }
        race(f"Richardson-Lucy, {' x '.join([str(length)] * axes)} f32, {iterations} iterations", rivals, rounds)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("what", choices=("quality", "speed"))
    arguments.add_argument("folder", nargs="?", type=pathlib.Path, help="photographs for `quality`")
    arguments.add_argument("--side", type=int, default=2048, help="points along each axis of the picture; 0: none")
    arguments.add_argument("--volume", type=int, default=512, help="points along each axis of the volume; 0: none")
    arguments.add_argument("--rounds", type=int, default=3)
    given = arguments.parse_args()
    print(f"# {stockham.get_device()!r}")
    if given.what == "quality":
        quality(given.folder)
    else:
        speed(given.side, given.volume, given.rounds)


if __name__ == "__main__":
    main()
