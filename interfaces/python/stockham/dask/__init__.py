"""The functions of scipy.fft, and fftconvolve, for dask arrays: lazy, in chunks, and computed by the OpenCL devices of the
workers.

>>> import dask.array as da
>>> import stockham.dask
>>> x = da.ones((64, 64), chunks=(16, 64), dtype="f")
>>> y = stockham.dask.fft2(x)
>>> y.dtype, y.shape
(dtype('complex64'), (64, 64))
>>> complex(y[0, 0].compute())
(4096+0j)
"""

from __future__ import annotations

from ._needs import check_dask

check_dask()

from dask.array.fft import fftshift, ifftshift  # noqa: E402

from ._convolution import fftconvolve  # noqa: E402
from ._functions import (fft, fft2, fftn, hfft, hfft2, hfftn, ifft, ifft2, ifftn, ihfft, ihfft2, ihfftn, irfft,  # noqa: E402
                         irfft2, irfftn, rfft, rfft2, rfftn)

__all__ = ["fft", "fft2", "fftconvolve", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "ihfft2", "ihfftn",
           "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn"]
