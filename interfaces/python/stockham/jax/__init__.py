"""The transforms of `stockham.fft` for jax's arrays: with gradients of any order, under jit and vmap.

>>> import jax
>>> import stockham.jax
>>> x = jax.numpy.asarray([1.0, 2.0, 3.0, 4.0])
>>> energy = jax.jit(lambda x: (abs(stockham.jax.rfft(x))**2).sum())
>>> [float(each) for each in jax.grad(energy)(x)]
[10.0, 12.0, 14.0, 16.0]
"""

from __future__ import annotations

from .._recording import functions_of
from ._primitive import ARRAYS

__all__ = ["dct", "dctn", "dst", "dstn", "fft", "fft2", "fftn", "hfft", "hfft2", "hfftn", "idct", "idctn", "idst", "idstn", "ifft",
           "ifft2", "ifftn", "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn"]

(dct, dctn, dst, dstn, fft, fft2, fftn, hfft, hfft2, hfftn, idct, idctn, idst, idstn, ifft, ifft2, ifftn, ihfft, ihfft2, ihfftn,
 irfft, irfft2, irfftn, rfft, rfft2, rfftn) = functions_of(ARRAYS, __all__)
