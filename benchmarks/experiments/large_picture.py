#!/usr/bin/env python3
"""large_picture.py STOCKHAM [SIDE]: prints the memory and the seconds that `filter` and `spectrum` take for a grey picture of
SIDE x SIDE pixels (default: 20000), with 8 bits and with the planes in single precision. Needs numpy and tifffile."""
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time



def make_picture(path, side):
    import numpy
    import tifffile

    y, x = numpy.ogrid[:side, :side]
    picture = numpy.random.default_rng(1).integers(0, 128, (side, side), dtype=numpy.uint8)
    picture += ((numpy.sin(x / 37) + numpy.cos(y / 53) + 2) * 30).astype(numpy.uint8)
    tifffile.imwrite(path, picture)


if len(sys.argv) not in (2, 3):
    sys.exit(__doc__)
stockham, side = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 20000

with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "in.tif")
    # In a process of its own: a child inherits the peak of its parent's memory.
    maker = multiprocessing.Process(target=make_picture, args=(source, side))
    maker.start()
    maker.join()
    planes = 4 * side * side
    for command, options, output in (("filter", ["--low-pass", "0.1"], "out.tif"), ("spectrum", [], "out.png")):
        start = time.monotonic()
        child = subprocess.Popen([stockham, command, source, "-o", os.path.join(folder, output), "--max-pixels", str(side**2),
                                  *options])
        _, status, usage = os.wait4(child.pid, 0)
        if status != 0:
            sys.exit(f"{command} failed")
        resident = 1024 * usage.ru_maxrss
        print(f"{command}: {resident / 1e9:.2f} GB resident at most, {resident / planes:.2f} times the picture in single "
              f"precision, {time.monotonic() - start:.1f} s")
