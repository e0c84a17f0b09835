"""The functions and the VkFFTApp of pyvkfft for pyopencl arrays: ``from stockham.compat.pyvkfft import fftn, VkFFTApp``.

The submodules `fft` and `opencl` are named as in pyvkfft. docs/moving.md lists the differences.
"""

from .fft import (clear_vkfftapp_cache, dctn, dstn, fftn, has_cupy, has_opencl, has_pycuda, idctn, idstn, ifftn, irfftn,
                  rfftn, vkfft_version)
from .opencl import VkFFTApp

__all__ = ["VkFFTApp", "clear_vkfftapp_cache", "dctn", "dstn", "fftn", "has_cupy", "has_opencl", "has_pycuda", "idctn",
           "idstn", "ifftn", "irfftn", "rfftn", "vkfft_version"]
