"""Measures real, cosine and sine transforms of rows and pictures in single precision against scipy.fft.

    python rows.py [--rounds 40]

Prints the least times of alternating rounds, and their ratios to scipy's with one worker and with two.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import scipy.fft
from small_arrays import fastest

import stockham

ROWS = [(1024, 256), (1024, 1000), (1024, 1024), (1080, 1920), (256, 4096)]
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("rfft", {}), ("irfft", {}), ("dct", {}), ("dct", {"type": 3}), ("dct", {"type": 4}), ("dst", {}), ("rfft2", {}), ("dctn", {}),
    ("dct", {"axis": 0}),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=40)
    rounds = parser.parse_args().rounds
    rng = np.random.default_rng(1)
    print(f"{'call':8} {'options':14} {'shape':>12} {'ms':>8} {'scipy ms':>9} {'ratio':>6} {'two workers':>12}")
    for name, options in CALLS:
        for shape in ROWS:
            x = rng.uniform(-1, 1, shape).astype(np.float32)
            if name == "irfft":
                x = scipy.fft.rfft(x)
            ours, theirs = getattr(stockham.fft, name), getattr(scipy.fft, name)
            own, one, two = fastest([lambda: ours(x, **options), lambda: theirs(x, **options),
                                     lambda: theirs(x, workers=2, **options)], rounds)
            text = " ".join(f"{key}={value}" for key, value in options.items())
            print(f"{name:8} {text:14} {shape!s:>12} {1e3 * own:8.2f} {1e3 * one:9.2f} {own / one:6.2f} {own / two:12.2f}", flush=True)


if __name__ == "__main__":
    main()
