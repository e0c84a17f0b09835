"""Functions of scipy.signal that compute with Fourier transforms, on OpenCL devices."""

from ._convolution import correlate, fftconvolve

__all__ = ["correlate", "fftconvolve"]
