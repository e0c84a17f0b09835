"""The functions of scipy.fft on OpenCL devices, for numpy arrays, pyopencl arrays in buffers or shared virtual memory, and
arrays of other libraries. The module is an `fft` extension of the array API standard."""

from ._complex import fft, fft2, fftn, ifft, ifft2, ifftn
from ._frequencies import fftfreq, rfftfreq
from ._helper import fftshift, get_workers, ifftshift, next_fast_len, prev_fast_len, set_workers
from ._hermitian import (hfft, hfft2, hfftn, ihfft, ihfft2, ihfftn, irfft, irfft2, irfftn, rfft, rfft2, rfftn)
from ._trigonometric import dct, dctn, dst, dstn, idct, idctn, idst, idstn

__all__ = [
    "dct", "dctn", "dst", "dstn", "fft", "fft2", "fftfreq", "fftn", "fftshift", "get_workers", "hfft", "hfft2", "hfftn",
    "idct", "idctn", "idst", "idstn", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "ihfft2", "ihfftn", "irfft",
    "irfft2", "irfftn", "next_fast_len", "prev_fast_len", "rfft", "rfft2", "rfftfreq", "rfftn", "set_workers",
]
