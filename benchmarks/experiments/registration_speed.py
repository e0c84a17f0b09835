#!/usr/bin/env python3
"""registration_speed.py [FRAMES SIDE]: the time to register a stack of frames by stockham.imaging and by scikit-image.

scikit-image's phase_cross_correlation (upsample_factor=100) gets all processor cores: a process for each registers some of
the frames. stockham.imaging registers the stack by one call of register(), with numpy arrays. Both see a photograph-like
scene of 16-bit levels in float32 that drifts by fractions of a pixel, with noise. Prints a line of JSON with the medians of
five alternating rounds after one to warm up, and the median errors in pixels. Needs numpy, scikit-image and stockham.
"""

import json
import multiprocessing
import os
import statistics
import sys
import time

import numpy as np

frames, side = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (200, 512)


def scene():
    """Noise whose power falls with the frequency, larger than a frame."""
    shape = (side + 64, side + 64)
    v, u = np.fft.fftfreq(shape[0])[:, None], np.fft.rfftfreq(shape[1])[None]
    radius = np.hypot(u, v)
    return np.fft.rfft2(np.random.default_rng(0).normal(size=shape)) / (0.01 + radius) * (radius < 0.35), v, u, shape


def stack_of():
    spectrum, v, u, shape = scene()
    random = np.random.default_rng(1)
    shifts = np.concatenate([[[0, 0]], np.cumsum(random.normal(0, 0.4, size=(frames - 1, 2)), axis=0)])
    scale = None
    stack = np.empty((frames, side, side), np.float32)
    for k, (dy, dx) in enumerate(shifts):
        frame = np.fft.irfft2(spectrum * np.exp(-2j * np.pi * (v * dy + u * dx)), s=shape)[32:-32, 32:-32]
        scale = scale or 6000 / frame.std()
        stack[k] = 30000 + scale * frame + random.normal(0, 300, size=frame.shape)
    return stack, shifts


def register_part(part):
    from skimage.registration import phase_cross_correlation
    return [-phase_cross_correlation(reference, frame, upsample_factor=100)[0] for frame in stack[part]]


def main():
    import skimage
    import stockham

    workers = len(os.sched_getaffinity(0))
    parts = np.array_split(np.arange(frames), 4 * workers)
    ours, theirs = [], []
    with multiprocessing.get_context("fork").Pool(workers) as pool:
        for round_number in range(6):
            start = time.perf_counter()
            their_shifts = np.concatenate(pool.map(register_part, parts, chunksize=1))
            middle = time.perf_counter()
            found = stockham.imaging.register(reference, stack)
            end = time.perf_counter()
            if round_number > 0:
                theirs.append(middle - start)
                ours.append(end - middle)
    our_shifts = np.array([[each.dy, each.dx] for each in found])
    error = lambda shifts_found: float(np.median(np.hypot(*(shifts_found - shifts).T)))
    print(json.dumps({
        "frames": frames, "side": side, "device": stockham.get_device().name, "cores": workers,
        "stockham_seconds": round(statistics.median(ours), 3), "skimage_seconds": round(statistics.median(theirs), 3),
        "ratio": round(statistics.median(theirs) / statistics.median(ours), 3),
        "stockham_error": round(error(our_shifts), 5), "skimage_error": round(error(their_shifts), 5),
        "skimage": skimage.__version__, "numpy": np.__version__, "stockham": stockham.__version__}))


stack, shifts = stack_of()
reference = stack[0]
if __name__ == "__main__":
    main()
