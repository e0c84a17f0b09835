#!/usr/bin/env python3
"""imaging_examples.py PHOTOGRAPHS [STOCKHAM]: writes the pictures of a drifting stack and of a hologram for docs/imaging.md
to docs/pictures/imaging/, as JPEG, and prints the tables of the text. PHOTOGRAPHS is a folder with camera.png of
scikit-image's data. Needs numpy; everything else is done by the command."""

import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

root = pathlib.Path(__file__).resolve().parent.parent
photographs = pathlib.Path(sys.argv[1]).resolve()
command = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else root / "build/stockham").resolve()
random = np.random.default_rng(1)


def stockham(line: str) -> str:
    result = subprocess.run([command, *line.split()], check=True, stdout=subprocess.PIPE, text=True)
    return result.stdout


def keep(name: str, *parts: np.ndarray) -> None:
    """Writes pictures of levels 0 to 255 side by side."""
    gap = np.full((parts[0].shape[0], 8), 255)
    row = np.concatenate([each for part in parts for each in (part, gap)][:-1], axis=1)
    np.save("view.npy", np.clip(np.round(row), 0, 255).astype("u1"))
    stockham(f"filter view.npy -o {root}/docs/pictures/imaging/{name}.jpg --all-pass --clip --format jpeg --quality 65")


def drifting_stack() -> None:
    """Frames of a camera that drifts, with noise, and a pattern of the sensor that does not drift."""
    stockham(f"filter {photographs}/camera.png -o camera.npy --all-pass --type f4")
    camera = np.load("camera.npy").reshape(512, 512)
    v, u = np.fft.fftfreq(512)[:, None], np.fft.rfftfreq(512)[None]
    spectrum = np.fft.rfft2(camera)
    pattern = random.normal(0, 6, size=(240, 240))
    drift = np.cumsum(np.concatenate([[[0, 0]], random.normal((1.5, -0.8), 1, size=(11, 2))]), axis=0)
    frames = [np.fft.irfft2(spectrum * np.exp(-2j * np.pi * (v * dy + u * dx)), s=camera.shape)[70:310, 130:370] + pattern
              + random.normal(0, 4, size=pattern.shape) for dy, dx in drift]
    np.save("stack.npy", np.asarray(frames, "f4"))
    print("without a band:", stockham("register stack.npy --reference first --min-peak 0").splitlines()[5])
    stockham("register stack.npy --reference mean --band 0 0.12 --table drift.csv -o aligned.npy --edges crop")
    print(pathlib.Path("drift.csv").read_text())
    found = np.loadtxt("drift.csv", delimiter=",", skiprows=1, usecols=(1, 2))
    print("largest error in pixels:", np.hypot(*(found - found[0] - drift).T).max())
    aligned = np.load("aligned.npy")
    print("cropped to", aligned.shape)
    keep("drift", np.mean(frames, axis=0)[:aligned.shape[1], :aligned.shape[2]], aligned.mean(axis=0))


def hologram() -> None:
    """Opaque bars and a disc, 5 mm before the sensor, in light of 633 nm."""
    y, x = np.mgrid[:300, :300]
    opaque = np.hypot(y - 205, x - 95) < 32
    for k, width in enumerate((12, 8, 5, 3)):
        opaque |= (abs(y - 90) < 35) & (x >= 60 + 50 * k) & (x < 60 + 50 * k + 5 * width) & ((x - 60 - 50 * k) // width % 2 == 0)
    opaque |= (abs(y - 205) < 30) & (abs(x - 210) < 34) & ((x + y) // 10 % 2 == 0)
    np.save("object.npy", (1 - opaque).astype("f8"))
    light = "--wavelength 633e-9 --pitch 3.45e-6"
    stockham(f"propagate object.npy -o hologram.npy --distance 5e-3 --part intensity {light}")
    stockham(f"propagate hologram.npy -o focused.npy --intensity --distance -5e-3 {light}")
    stockham(f"propagate hologram.npy -o all.npy --intensity --distance -4e-3 --distance -5e-3 --distance -6e-3 {light}")
    print(stockham("focus all.npy"))
    keep("hologram", *(200 * np.load(f"{name}.npy").reshape(300, 300) for name in ("hologram", "focused")))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    drifting_stack()
    hologram()
