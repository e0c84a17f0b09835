#!/usr/bin/env python3
"""Compares `stockham fft` with numpy for a fixed list of 67 lengths from 1 to 1,000,003.

--launcher puts a launcher before each command: --launcher 'scripts/implementations.sh --run NAME' runs the command on an
implementation. Prints one line for each length that is wrong or refused, then the counts. The exit status is 1 if any was
wrong.
Needs numpy (Debian: python3-numpy).
"""
import argparse
import math
import os
import shlex
import subprocess
import sys
import tempfile

import numpy

# 1, small lengths, powers, products of the radices, primes, and lengths for Bluestein's or Rader's algorithm.
LENGTHS = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 19, 23, 24, 25, 27, 29, 31, 32, 37, 41, 49, 61, 64, 97, 100,
    121, 127, 128, 169, 210, 243, 251, 256, 257, 331, 500, 512, 541, 625, 729, 1000, 1009, 1024, 1331, 2187, 3125, 4093,
    4096, 4097, 5040, 8191, 10007, 16384, 30030, 65536, 65537, 99991, 131072, 177147, 1000000, 1000003,
]
# The rounding error, and how much numpy adds to the limit. numpy computes in double precision. Its error is
# negligible for f32, and counts as much as the library's for f64.
PRECISIONS = {"f32": (2.0**-24, 1.0), "f64": (2.0**-53, 2.0)}


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockham", default="build/stockham", help="the program")
    parser.add_argument("--precision", choices=sorted(PRECISIONS), default="f32")
    parser.add_argument("--launcher", default="", help="what to put before each command")
    parser.add_argument("--folder", help="where the arrays go: a folder that the launcher's commands see")
    parser.add_argument("lengths", type=int, nargs="*", help="other lengths than the 67")
    arguments = parser.parse_args()
    arguments.lengths = arguments.lengths or LENGTHS
    return arguments


def largest_prime(n):
    """The largest prime factor; 1 for 1."""
    largest, factor = 1, 2
    while n > 1:
        if factor * factor > n:
            return max(largest, n)
        while n % factor == 0:
            largest, n = factor, n // factor
        factor += 1
    return largest


def limit(length, precision):
    """The library's gate, 0.6 eps sqrt(log2 n) + eps, or twice that if a digit is transformed by a convolution
    (Bluestein's and Rader's algorithms: prime factors above 31)."""
    epsilon, with_numpy = PRECISIONS[precision]
    convolved = 2 if largest_prime(length) > 31 else 1
    return convolved * with_numpy * epsilon * (0.6 * math.sqrt(math.log2(max(length, 2))) + 1)


def transformed(arguments, folder, signal):
    """The spectrum that the command computes, or its message."""
    source, target = (os.path.join(folder, name) for name in ("in.npy", "out.npy"))
    numpy.save(source, signal)
    if os.path.exists(target):
        os.remove(target)
    command = [*shlex.split(arguments.launcher), os.path.abspath(arguments.stockham), "fft", source, "-o", target,
               "--axes", "-1"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    said = done.stdout.decode(errors="replace").strip()
    return (numpy.load(target), said) if done.returncode == 0 else (None, said or f"exit status {done.returncode}")


def main():
    arguments = options()
    generator = numpy.random.default_rng(20261121)
    element = {"f32": numpy.complex64, "f64": numpy.complex128}[arguments.precision]
    right, wrong, refused, worst = 0, 0, 0, (0.0, 0)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for length in arguments.lengths:
            rows = 1 if length >= 64 else 64  # the error of a few points is random, so many are pooled
            parts = generator.uniform(-1, 1, (2, rows, length))
            signal = (parts[0] + 1j * parts[1]).astype(element)
            found, said = transformed(arguments, folder, signal)
            if found is None:
                refused += 1
                print(f"{length}: refused: {said}", flush=True)
                continue
            wanted = numpy.fft.fft(signal.astype(numpy.complex128))
            error = numpy.linalg.norm(found - wanted) / numpy.linalg.norm(wanted)
            share = error / limit(length, arguments.precision)
            worst = max(worst, (share if share == share else math.inf, length))
            if share <= 1:
                right += 1
            else:
                wrong += 1
                print(f"{length}: WRONG: relative error {error:.3g}", flush=True)
    print(f"{len(arguments.lengths)} lengths in {arguments.precision}: {right} right, {wrong} wrong, {refused} refused;"
          f" the largest error is {worst[0]:.2f} of its limit, of length {worst[1]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
