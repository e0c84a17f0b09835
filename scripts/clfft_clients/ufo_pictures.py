"""Pictures processed by ufo-launch: `make NAME` writes those of one library, `compare` compares those of two libraries."""
import glob
import os
import subprocess
import sys

import numpy as np

SIZES = [(64, 48), (30, 22)]


def make(name):
    for width, height in SIZES:
        np.random.RandomState(width).uniform(-1, 1, (height, width)).astype("<f4").tofile("in.raw")
        read = ("read path=in.raw type=raw raw-width=%d raw-height=%d raw-bitdepth=32 convert=False" % (width, height)).split()
        for axes in (1, 2):
            forward = ["!", "fft", "dimensions=%d" % axes]
            inverse = ["!", "ifft", "dimensions=%d" % axes, "crop-width=%d" % width, "crop-height=%d" % height]
            for what, steps in (("spectrum", forward), ("back", forward + inverse)):
                file = "%s-%dx%d-%d-%s.raw" % (name, width, height, axes, what)
                write = ["!", "write", "bits=32", "rescale=False", "filename=" + file]
                subprocess.run(["ufo-launch", "-q"] + read + steps + write, check=True, stdout=subprocess.DEVNULL)


def compare():
    worst = 0.0
    names = sorted(glob.glob("ours-*.raw"))
    for name in names:
        ours, theirs = (np.fromfile(n, "<f4") for n in (name, name.replace("ours", "theirs")))
        if ours.shape != theirs.shape or not np.linalg.norm(theirs):
            print("ufo      %s: ours has %d numbers, theirs %d" % (name, ours.size, theirs.size))
            return 1
        worst = max(worst, np.linalg.norm(ours - theirs) / np.linalg.norm(theirs))
    print("ufo      %d pictures, relative difference to clFFT's at most %.1e" % (len(names), worst))
    return 0 if names and worst < 1e-6 else 1


os.chdir("/tmp")
sys.exit(make(sys.argv[2]) if sys.argv[1] == "make" else compare())
