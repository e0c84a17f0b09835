"""Compares the FFT backends opencl and numpy of silx, forward and inverse."""
import sys

import numpy as np
from silx.math.fft import FFT

bad = count = 0
random = np.random.RandomState(1)
for shape, axes in [((64,), None), ((127,), None), ((30, 22), None), ((13, 17), (-1,)), ((8, 9, 7), None)]:
    for kind in (np.float32, np.complex64, np.float64, np.complex128):
        x = random.uniform(-1, 1, shape).astype(kind)
        if np.iscomplexobj(x):
            x = (x + 1j * random.uniform(-1, 1, shape)).astype(kind)
        ours, numpy = (FFT(template=x, axes=axes, backend=b) for b in ("opencl", "numpy"))
        got, wanted = np.asarray(ours.fft(x)), np.asarray(numpy.fft(x))
        back = np.asarray(ours.ifft(got.copy()))
        far = 1.0
        if got.shape == wanted.shape and back.shape == x.shape:
            far = max(np.linalg.norm(got - wanted) / np.linalg.norm(wanted), np.linalg.norm(back - x) / np.linalg.norm(x))
        count += 1
        if not far < (2e-6 if x.real.dtype == np.float32 else 1e-14):
            bad += 1
            print("silx     %s %s: %s, %s, %.1e" % (shape, np.dtype(kind).name, got.shape, wanted.shape, far))
print("silx     %d of %d as numpy" % (count - bad, count))
sys.exit(1 if bad else 0)
