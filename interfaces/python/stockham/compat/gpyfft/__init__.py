"""gpyfft's classes over pyopencl: ``from stockham.compat.gpyfft import FFT``.

The submodules `fft` and `gpyfftlib` have the names that gpyfft's have. docs/moving_from_gpyfft.md lists what differs.
"""

from .fft import FFT
from .gpyfftlib import GpyFFT, GpyFFT_Error, Plan

__all__ = ["FFT", "GpyFFT", "GpyFFT_Error", "Plan"]
