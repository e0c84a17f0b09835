"""The transforms of `stockham.fft` for torch's tensors, with gradients of any order, forward and reverse.

>>> import torch
>>> import stockham.torch
>>> x = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
>>> stockham.torch.rfft(x).abs().square().sum().backward()
>>> x.grad
tensor([10., 12., 14., 16.])
"""

from __future__ import annotations

from .._recording import functions_of
from ._tensors import TENSORS

__all__ = ["dct", "dctn", "dst", "dstn", "fft", "fft2", "fftn", "hfft", "hfft2", "hfftn", "idct", "idctn", "idst", "idstn", "ifft",
           "ifft2", "ifftn", "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn"]

(dct, dctn, dst, dstn, fft, fft2, fftn, hfft, hfft2, hfftn, idct, idctn, idst, idstn, ifft, ifft2, ifftn, ihfft, ihfft2, ihfftn,
 irfft, irfft2, irfftn, rfft, rfft2, rfftn) = functions_of(TENSORS, __all__)
