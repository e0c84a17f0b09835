"""Imaging on an OpenCL device.

The functions take numpy arrays, which the device of `stockham.get_device` computes, or pyopencl arrays in buffers, which stay
on their device; the result is where the first array is. float64 arrays are computed in double precision, and integers are
converted to float64; float32 arrays in single precision. Calls on one device take turns and block until the result is
complete.
"""

from __future__ import annotations

from ._deconvolve import deconvolve
from ._match import Peak, match, match_template

__all__ = ["Peak", "deconvolve", "match", "match_template"]
