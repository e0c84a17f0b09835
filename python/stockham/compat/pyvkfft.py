"""pyvkfft's functions and its VkFFTApp over pyopencl arrays: ``from stockham.compat.pyvkfft import fftn, VkFFTApp``.

What differs: any number of axes, lengths and strides; r2c with chosen axes; sources are never written out of place;
tuning parameters of VkFFT are accepted and mean nothing.
"""

from __future__ import annotations

from math import prod, sqrt
from typing import Any, Sequence

import numpy as np
import pyopencl.array as cl_array

from .._arguments import logical_points
from ._into import transform_into

__all__ = ["VkFFTApp", "clear_vkfftapp_cache", "dctn", "dstn", "fftn", "has_opencl", "idctn", "idstn", "ifftn", "irfftn",
           "rfftn"]

has_opencl = True
Norm = Any  # 0, 1, "backward" or "ortho"


class VkFFTApp:
    """A transform of arrays of one shape and type, forward and back.

    Parameters
    ----------
    shape, dtype
        Of the arrays that `fft` takes; in place and r2c with the two numbers of room at the end of each line.
    queue : pyopencl.CommandQueue
        Where transforms run, unless `fft` and `ifft` are given another one, or arrays have one.
    ndim, axes
        The last so many axes, or these; all by default.
    inplace : bool
        Whether the results take the place of the input.
    norm : {0, 1, "backward", "ortho"}
        Nothing is normalised; the inverse is (both 1 and "backward"); both by the square root.
    r2c : bool
        Real data to half of their spectrum.
    dct, dst : bool or int
        A cosine or sine transform of this type; True is 2.
    r2c_odd : bool
        In place and r2c: lines of odd length, with one number of room.
    """

    def __init__(self, shape: Sequence[int], dtype: Any, queue: Any, ndim: int | None = None, inplace: bool = True,
                 norm: Norm = 1, r2c: bool = False, dct: bool | int = False, dst: bool | int = False,
                 axes: Sequence[int] | None = None, strides: Sequence[int] | None = None, tune_config: Any = None,
                 r2c_odd: bool = False, verbose: bool = False, **kwargs: Any) -> None:
        if norm not in (0, 1, "backward", "ortho"):
            raise ValueError(f"norm is {norm!r}; 0, 1, 'backward' and 'ortho' are known")
        self.shape, self.dtype, self.queue = tuple(shape), np.dtype(dtype), queue
        self.inplace, self.r2c, self.norm = inplace, r2c, 1 if norm == "backward" else norm
        self.strides = strides
        self._room = (1 if r2c_odd else 2) if r2c and inplace else 0
        self._odd = r2c_odd
        self.axes = _axes_of(len(self.shape), ndim, axes, self._fast_axis(strides))
        family, kind = ("dct", dct) if dct else ("dst", dst)
        self._real = f"{family}{2 if kind is True else int(kind)}" if kind else None
        lengths = [self._length(a) for a in self.axes]
        self._points = prod(logical_points(self._real or "c2c", lengths))
        if verbose:
            print(self)

    def __str__(self) -> str:
        return f"VkFFTApp[stockham:{self._real or ('r2c' if self.r2c else 'c2c')} {self.shape} axes {self.axes}]"

    @staticmethod
    def _fast_axis(strides: Sequence[int] | None) -> int:
        return -1 if strides is None else int(np.argmin(strides)) - len(strides)

    def _length(self, axis: int) -> int:
        n = self.shape[axis]
        return n - self._room if axis % len(self.shape) == self.axes[-1] % len(self.shape) else n

    def get_fft_scale(self) -> float:
        """The factor that makes the result of `fft` have the input's L2 norm."""
        return 1.0 if self.norm == "ortho" else 1.0 / sqrt(self._points)

    def get_ifft_scale(self) -> float:
        """The same of `ifft`."""
        return 1.0 if self.norm == "ortho" else sqrt(self._points) ** (1 if self.norm == 1 else -1)

    def fft(self, src: cl_array.Array, dest: cl_array.Array | None = None, queue: Any = None) -> cl_array.Array:
        """Transforms forward; returns `dest`, or in place `src` (r2c: as complex numbers)."""
        scale = 1.0 / sqrt(self._points) if self.norm == "ortho" else 1.0
        return self._run(src, dest, queue, False, scale)

    def ifft(self, src: cl_array.Array, dest: cl_array.Array | None = None, queue: Any = None) -> cl_array.Array:
        """Transforms back; returns `dest`, or in place `src` (r2c: as real numbers)."""
        scale = {0: 1.0, 1: 1.0 / self._points}.get(self.norm, 1.0 / sqrt(self._points))
        return self._run(src, dest, queue, True, scale)

    def _run(self, src: cl_array.Array, dest: cl_array.Array | None, queue: Any, inverse: bool,
             scale: float) -> cl_array.Array:
        if self.inplace and dest is not None and dest.base_data.int_ptr != src.base_data.int_ptr:
            raise RuntimeError("the VkFFTApp is in place: dest is src, or left out")
        if not self.inplace and dest is None:
            raise RuntimeError("the VkFFTApp is out of place: dest is missing")
        queue = queue or src.queue or (dest.queue if dest is not None else None) or self.queue
        out = src if dest is None else dest
        kind = self._real or ("c2c" if not self.r2c else "c2r" if inverse else "r2c")
        if self._real and inverse:
            kind = kind[:-1] + {"2": "3", "3": "2"}.get(kind[-1], kind[-1])
        x, result = src, out
        if self.r2c and self.inplace:
            x, out, result = self._views(src, inverse)
        transform_into(x, out, self.axes, kind, inverse and not self._real, scale, queue)
        return result

    def _views(self, src: cl_array.Array, inverse: bool) -> tuple[cl_array.Array, cl_array.Array, cl_array.Array]:
        """In place, r2c: the input and the output of the transform, and what the caller gets."""
        real_type, complex_type = ("d", "D") if src.dtype.char in "dD" else ("f", "F")
        real = src.view(real_type) if src.dtype.kind == "c" else src
        spectrum = src.view(complex_type) if src.dtype.kind == "f" else src
        inside = real[..., : real.shape[-1] - self._room]
        return (spectrum, inside, real) if inverse else (inside, spectrum, spectrum)


def _axes_of(rank: int, ndim: int | None, axes: Sequence[int] | None, fast: int) -> tuple[int, ...]:
    """The axes of a transform, the fastest one last: it is halved by r2c."""
    if axes is None:
        count = rank if ndim is None else ndim
        every = list(range(-rank, 0))
        axes = every[rank - count:] if fast == -1 else every[:count]
    chosen = sorted(a - rank if a >= 0 else a for a in axes)
    if fast in chosen:
        chosen.remove(fast)
        chosen.append(fast)
    return tuple(chosen)


def _transform(src: cl_array.Array, dest: cl_array.Array | None, inverse: bool, ndim: int | None, norm: Norm,
               axes: Sequence[int] | None, queue: Any, return_scale: bool, **what: Any) -> Any:
    r2c = what.get("r2c", False)
    inplace = dest is not None and dest.base_data.int_ptr == src.base_data.int_ptr
    shape = list(src.shape)
    fast = VkFFTApp._fast_axis(src.strides)
    if r2c and inverse:  # shapes are those of the real side
        if inplace:
            shape[fast] = 2 * shape[fast]
        else:
            shape[fast] = 2 * shape[fast] - 2 if dest is None else dest.shape[fast]
    app = VkFFTApp(shape, src.dtype, queue or src.queue, ndim=ndim, inplace=inplace, norm=norm, axes=axes,
                   strides=src.strides, **what)
    if dest is None:
        dest = _new(src, shape, fast, r2c, inverse)
    result = (app.ifft if inverse else app.fft)(src, None if inplace else dest, queue)
    if return_scale:
        return result, app.get_ifft_scale() if inverse else app.get_fft_scale()
    return result


def _new(src: cl_array.Array, shape: list[int], fast: int, r2c: bool, inverse: bool) -> cl_array.Array:
    double = src.dtype.char in "dD"
    dtype = np.dtype(src.dtype)
    if r2c:
        dtype = np.dtype(("d" if double else "f") if inverse else ("D" if double else "F"))
        if not inverse:
            shape[fast] = shape[fast] // 2 + 1
    return cl_array.Array(src.queue, tuple(shape), dtype, order="C" if fast == -1 else "F", allocator=src.allocator)


def fftn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
         axes: Sequence[int] | None = None, cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False,
         tune: bool = False) -> Any:
    """Fourier transform of complex data, in place if `dest` is `src`, into a new array without it."""
    return _transform(src, dest, False, ndim, norm, axes, cl_queue, return_scale)


def ifftn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
          axes: Sequence[int] | None = None, cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False,
          tune: bool = False) -> Any:
    """The inverse of `fftn`."""
    return _transform(src, dest, True, ndim, norm, axes, cl_queue, return_scale)


def rfftn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
          cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False, tune: bool = False) -> Any:
    """Fourier transform of real data; in place, lines have room for two numbers more."""
    return _transform(src, dest, False, ndim, norm, None, cl_queue, return_scale, r2c=True)


def irfftn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
           cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False, tune: bool = False) -> Any:
    """The inverse of `rfftn`."""
    return _transform(src, dest, True, ndim, norm, None, cl_queue, return_scale, r2c=True)


def dctn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
         dct_type: int = 2, cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False,
         tune: bool = False) -> Any:
    """Cosine transform of real data."""
    return _transform(src, dest, False, ndim, norm, None, cl_queue, return_scale, dct=dct_type)


def idctn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
          dct_type: int = 2, cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False,
          tune: bool = False) -> Any:
    """The inverse of `dctn`."""
    return _transform(src, dest, True, ndim, norm, None, cl_queue, return_scale, dct=dct_type)


def dstn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
         dst_type: int = 2, cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False,
         tune: bool = False) -> Any:
    """Sine transform of real data."""
    return _transform(src, dest, False, ndim, norm, None, cl_queue, return_scale, dst=dst_type)


def idstn(src: cl_array.Array, dest: cl_array.Array | None = None, ndim: int | None = None, norm: Norm = 1,
          dst_type: int = 2, cuda_stream: Any = None, cl_queue: Any = None, return_scale: bool = False,
          tune: bool = False) -> Any:
    """The inverse of `dstn`."""
    return _transform(src, dest, True, ndim, norm, None, cl_queue, return_scale, dst=dst_type)


def clear_vkfftapp_cache() -> None:
    """Forgets the plans that are kept."""
    from .. import cache

    cache.clear()
