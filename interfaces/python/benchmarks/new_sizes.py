"""Measures the first calls for random sizes, in a process that starts without compiled kernels.

    STOCKHAM_CACHE=off POCL_CACHE_DIR=$(mktemp -d) python new_sizes.py [--sizes 50] [--seed 1]

Rows of random lengths (100 to 4000, complex and real), pictures of random sizes (100 to 1500 squared), and another batch of the
last length. Prints the median, the least and the greatest time of a first call, how many calls took longer than half a second,
and the median of second calls. Each result is compared with numpy's.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import stockham

LIMIT = 0.5  # seconds


def seconds(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def check(result: Any, expected: Any) -> None:
    error = np.linalg.norm(result - expected) / np.linalg.norm(expected)
    if error > 1e-6:
        raise SystemExit(f"wrong result: relative error {error:.1e}")


def measure(name: str, shapes: list[tuple[int, ...]], ours: Any, numpys: Any, is_real: bool) -> None:
    rng = np.random.default_rng(1)
    first, second = [], []
    for shape in shapes:
        x = rng.uniform(-1, 1, shape).astype(np.float32)
        if not is_real:
            x = x + 1j * rng.uniform(-1, 1, shape).astype(np.float32)
        taken, result = seconds(lambda x=x: ours(x))
        check(result, numpys(x))
        first.append(taken)
        second.append(seconds(lambda x=x: ours(x))[0])
    late = sum(taken > LIMIT for taken in first)
    print(f"{name:28} {len(shapes):5} {statistics.median(first):9.4f} {min(first):8.4f} {max(first):8.2f} "
          f"{late:10} {statistics.median(second):10.4f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choose = random.Random(options.seed)
    rows = [(100, choose.randint(100, 4000)) for _ in range(options.sizes)]
    pictures = [(choose.randint(100, 1500), choose.randint(100, 1500)) for _ in range(options.sizes)]
    batches = [(100 + k, 1000) for k in range(options.sizes)]
    print(f"{'first call':28} {'sizes':>5} {'median s':>9} {'least':>8} {'most':>8} {'over 0.5 s':>10} {'second call':>10}")
    measure("fft of 100 rows", rows, stockham.fft.fft, np.fft.fft, False)
    measure("rfft of 100 rows", rows, stockham.fft.rfft, np.fft.rfft, True)
    measure("fft2 of pictures", pictures, stockham.fft.fft2, np.fft.fft2, False)
    measure("rfft2 of pictures", pictures, stockham.fft.rfft2, np.fft.rfft2, True)
    measure("fft of 1000 points, new rows", batches, stockham.fft.fft, np.fft.fft, False)


if __name__ == "__main__":
    main()
