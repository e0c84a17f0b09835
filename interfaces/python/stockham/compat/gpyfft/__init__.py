"""The classes of gpyfft for pyopencl arrays: ``from stockham.compat.gpyfft import FFT``.

The submodules `fft` and `gpyfftlib` are named as in gpyfft. docs/moving.md lists the differences.
"""

from .fft import FFT
from .gpyfftlib import GpyFFT, GpyFFT_Error, Plan

__all__ = ["FFT", "GpyFFT", "GpyFFT_Error", "Plan"]
