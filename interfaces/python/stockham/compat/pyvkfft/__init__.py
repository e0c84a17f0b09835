"""pyvkfft's functions and its VkFFTApp over pyopencl arrays: ``from stockham.compat.pyvkfft import fftn, VkFFTApp``.

The submodules `fft` and `opencl` have the names that pyvkfft's have. docs/moving_from_pyvkfft.md lists what differs.
"""

from .fft import (clear_vkfftapp_cache, dctn, dstn, fftn, has_cupy, has_opencl, has_pycuda, idctn, idstn, ifftn, irfftn,
                  rfftn, vkfft_version)
from .opencl import VkFFTApp

__all__ = ["VkFFTApp", "clear_vkfftapp_cache", "dctn", "dstn", "fftn", "has_cupy", "has_opencl", "has_pycuda", "idctn",
           "idstn", "ifftn", "irfftn", "rfftn", "vkfft_version"]
