"""Imaging on an OpenCL device.

The functions take numpy arrays, which the device of `stockham.get_device` computes, or pyopencl arrays in buffers, which stay
on their device; the result is where the first array is. float64 arrays are computed in double precision, and integers are
converted to float64; float32 arrays in single precision. Calls on one device take turns and block until the result is
complete.
"""

from __future__ import annotations

from ._correlation import correlation_surface, phase_cross_correlation
from ._deconvolve import deconvolve
from ._match import Peak, match, match_template
from ._measures import Focus, ThonRing, focus, thon_rings
from ._pictures import PowerDensity, SpectralPeak, convolve, correlate, filter, find_peaks, power_density, spectrum
from ._propagation import propagate
from ._registration import Registration, align, drift, register
from ._spectrogram import ShortTimeFFT, czt, zoom_fft

__all__ = ["Focus", "Peak", "PowerDensity", "Registration", "ShortTimeFFT", "SpectralPeak", "ThonRing", "align", "convolve",
           "correlate", "correlation_surface", "czt", "deconvolve", "drift", "filter", "find_peaks", "focus", "match",
           "match_template", "phase_cross_correlation", "power_density", "propagate", "register", "spectrum", "thon_rings",
           "zoom_fft"]
