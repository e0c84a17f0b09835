"""Functions of scipy.signal that compute with Fourier transforms, on OpenCL devices."""

from ._analytic import hilbert, resample
from ._chirp import czt, zoom_fft
from ._convolution import correlate, fftconvolve
from ._mdct import imdct, mdct
from ._overlap_add import oaconvolve
from ._short_time import ShortTimeFFT
from ._slices import istft, spectrogram, stft
from ._spectral import coherence, csd, periodogram, welch

__all__ = ["ShortTimeFFT", "coherence", "correlate", "csd", "czt", "fftconvolve", "hilbert", "imdct", "istft", "mdct",
           "oaconvolve", "periodogram", "resample", "spectrogram", "stft", "welch", "zoom_fft"]
