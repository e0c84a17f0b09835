"""The functions of pyvkfft.fft for pyopencl arrays.

`cuda_stream` and `tune` are ignored. Use `stockham.tune` to search for faster plans.
"""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
import pyopencl.array as cl_array

from ..._arrays.memory import same_start
from .._order import axes_by_stride
from ._checks import check_is_array
from ._layout import halved, reinterpreted
from .opencl import Norm, VkFFTApp, vkfft_version

__all__ = ["clear_vkfftapp_cache", "dctn", "dstn", "fftn", "has_cupy", "has_opencl", "has_pycuda", "idctn", "idstn", "ifftn",
           "irfftn", "rfftn", "vkfft_version"]

has_opencl = True
has_pycuda = False
has_cupy = False


def _transform(src: cl_array.Array, dest: cl_array.Array | None, inverse: bool, queue: Any, return_scale: bool,
               **what: Any) -> Any:
    """Transforms by a VkFFTApp made for these arrays with the parameters `what`."""
    for name, given in (("src", src), ("dest", dest)):
        if given is not None or name == "src":
            check_is_array(name, given)
    in_place = dest is not None and same_start(src, dest)
    if dest is None:
        dest = _new_result(src, inverse, what.get("r2c", False), what.get("r2c_odd", False), queue)
    real = dest if what.get("r2c") and inverse else src  # the real array of r2c; otherwise both arrays are alike
    if real.dtype.kind == "c" and what.get("r2c") and in_place:
        real = reinterpreted(real, axes_by_stride(real.shape, real.strides)[-1], _real_type(real.dtype))
    app = VkFFTApp(real.shape, real.dtype, queue or src.queue, inplace=in_place, strides=real.strides, **what)
    result = (app.ifft if inverse else app.fft)(src, dest, queue)
    return (result, app.get_fft_scale()) if return_scale else result


def _real_type(dtype: np.dtype) -> np.dtype:
    return np.dtype("d" if dtype.char in "dD" else "f")


def _new_result(src: cl_array.Array, inverse: bool, r2c: bool, r2c_odd: bool, queue: Any) -> cl_array.Array:
    """A new array for the result, row-major or column-major like `src`."""
    shape, dtype, fastest = src.shape, src.dtype, axes_by_stride(src.shape, src.strides)[-1]
    if r2c and inverse:
        points = 2 * shape[fastest] - (1 if r2c_odd else 2)
        shape, dtype = tuple(points if a == fastest else n for a, n in enumerate(shape)), _real_type(dtype)
    elif r2c:
        shape, dtype = halved(shape, fastest), np.result_type(dtype, np.complex64)
    return cl_array.Array(queue if src.queue is None else src.queue, shape, dtype, allocator=src.allocator,
                          order="F" if fastest == 0 and len(shape) > 1 else "C")


def fftn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
         axes: Sequence[int] | None = None, cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False,
         tune: bool = False) -> Any:
    """Fourier transform of complex data. In place if `dest` is `src`; without `dest`, returns a new array."""
    return _transform(src, dest, False, cl_queue, return_scale, ndim=ndim, norm=norm, axes=axes)


def ifftn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
          axes: Sequence[int] | None = None, cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False,
          tune: bool = False) -> Any:
    """The inverse of `fftn`. As in pyvkfft, `return_scale` returns the forward scale."""
    return _transform(src, dest, True, cl_queue, return_scale, ndim=ndim, norm=norm, axes=axes)


def rfftn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
          cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False, tune: bool = False,
          r2c_odd: bool = False) -> Any:
    """Fourier transform of real data. In place, rows along the fastest axis are padded by two numbers, or by one number for an
    odd number of points, with `r2c_odd`."""
    return _transform(src, dest, False, cl_queue, return_scale, ndim=ndim, norm=norm, r2c=True, r2c_odd=r2c_odd)


def irfftn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
           cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False, tune: bool = False,
           r2c_odd: bool = False) -> Any:
    """The inverse of `rfftn`; `r2c_odd` means an odd number of points. As in pyvkfft, `return_scale` returns the forward
    scale."""
    return _transform(src, dest, True, cl_queue, return_scale, ndim=ndim, norm=norm, r2c=True, r2c_odd=r2c_odd)


def dctn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
         dct_type: int = 2, cuda_stream: Any = None, cl_queue: Any = None, tune: bool = False) -> Any:
    """Cosine transform of real data."""
    return _transform(src, dest, False, cl_queue, False, ndim=ndim, norm=norm, dct=dct_type)


def idctn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
          dct_type: int = 2, cuda_stream: Any = None, cl_queue: Any = None, tune: bool = False) -> Any:
    """The inverse of `dctn`."""
    return _transform(src, dest, True, cl_queue, False, ndim=ndim, norm=norm, dct=dct_type)


def dstn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
         dst_type: int = 2, cuda_stream: Any = None, cl_queue: Any = None, tune: bool = False) -> Any:
    """Sine transform of real data."""
    return _transform(src, dest, False, cl_queue, False, ndim=ndim, norm=norm, dst=dst_type)


def idstn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
          dst_type: int = 2, cuda_stream: Any = None, cl_queue: Any = None, tune: bool = False) -> Any:
    """The inverse of `dstn`."""
    return _transform(src, dest, True, cl_queue, False, ndim=ndim, norm=norm, dst=dst_type)


def clear_vkfftapp_cache() -> None:
    """Drops all cached plans."""
    from ... import cache

    cache.clear()
