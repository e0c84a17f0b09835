"""The names of pyvkfft.opencl: the class VkFFTApp, a transform of pyopencl arrays with one shape and type."""

from __future__ import annotations

import inspect
import operator
from math import prod, sqrt
from typing import Any, Sequence

import numpy as np
import pyopencl.array as cl_array

from ... import _stockham
from ..._arrays.memory import same_start
from ..._transforms.arguments import logical_points
from ..._transforms.layout import Layout
from ..._transforms.types import inverse_kind
from .._into import transform_into
from .._order import axes_by_stride
from ._checks import VkFFTError, check_array, check_keywords, kind_of, type_of
from ._layout import halved, reinterpreted, transformed_axes, without_padding
from ._report import Report, report

__all__ = ["VkFFTApp", "vkfft_version"]

Norm = Any  # 0, 1, "backward" or "ortho"


class VkFFTApp:
    """A transform of arrays with one shape and type, in both directions.

    Parameters
    ----------
    shape, dtype
        Shape and type of the input of `fft`. For `r2c` in place, rows along the fastest axis are padded for the spectrum: by
        two numbers, or by one with `r2c_odd`.
    queue : pyopencl.CommandQueue
        The queue of transforms if neither the arrays nor the call of `fft` or `ifft` have one.
    ndim, axes
        The `ndim` fastest axes, or the axes named; all axes by default.
    inplace : bool
        Whether the transform is in place.
    norm : {0, 1, "backward", "ortho"}
        0 does not scale; 1 and "backward" divide the inverse by the number of points; "ortho" divides both directions by
        its square root.
    r2c : bool
        Transform real data to the half spectrum. The fastest of the axes is halved.
    dct, dst : bool or int
        A cosine or sine transform of this type; True means type 2.
    strides : sequence of ints, optional
        The strides of the arrays in bytes, which determine the fastest axis; row-major by default.
    r2c_odd : bool
        For `r2c` in place: rows have an odd number of points.
    verbose : bool
        Whether to print the new app.
    tune_config, **kwargs
        VkFFT's tuning parameters, which are ignored. Any other keyword raises TypeError.

    Raises
    ------
    RuntimeError, ValueError
        VkFFTError, which is both, for contradictory arguments and for arrays of another shape or type.
    """

    def __init__(self, shape: Sequence[int], dtype: Any, queue: Any, ndim: int | None = None, inplace: bool = True,
                 norm: Norm = 1, r2c: bool = False, dct: bool | int = False, dst: bool | int = False,
                 axes: Sequence[int] | None = None, strides: Sequence[int] | None = None, tune_config: Any = None,
                 r2c_odd: bool = False, verbose: bool = False, **kwargs: Any) -> None:
        if kwargs:
            check_keywords(kwargs, inspect.signature(VkFFTApp).parameters)
        if norm not in (0, 1, "backward", "ortho"):
            raise VkFFTError(f"norm is {norm!r}; it must be 0, 1, 'backward' or 'ortho'")
        self.shape, self.dtype, self.queue = tuple(operator.index(n) for n in shape), np.dtype(dtype), queue
        self.strides = None if strides is None else tuple(strides)
        if self.strides is not None and len(self.strides) != len(self.shape):
            raise VkFFTError(f"strides is {self.strides}, which does not match shape {self.shape}")
        self.inplace, self.r2c, self.norm = bool(inplace), bool(r2c), 1 if norm == "backward" else norm
        self.dct, self.dst, self.r2c_odd = type_of(dct, "dct"), type_of(dst, "dst"), bool(r2c_odd)
        self._kind = kind_of(self.r2c, self.dct, self.dst, self.dtype)
        self._padding = (1 if r2c_odd else 2) if r2c and inplace else 0
        self.axes = transformed_axes(self.shape, self.strides, ndim, axes)
        self._points = self._count_points()
        self._spectrum = (self.shape, self.dtype)
        if self.r2c:
            self._spectrum = (halved(self.shape, self.axes[-1]), np.result_type(self.dtype, np.complex64))
            if inplace:
                self._spectrum = (self._in_place_shape(), self._spectrum[1])
        self._known: Report | None = None
        if verbose:
            print(self)

    def _count_points(self) -> int:
        """The number of points that the normalisation divides by."""
        lengths = [self.shape[a] for a in self.axes]
        if all(n == 1 for n in lengths):
            raise VkFFTError(f"shape {self.shape}: the axes {self.axes} have one point each, so there is nothing to transform")
        lengths[-1] -= self._padding
        if min(lengths) < (2 if self._kind == "dct1" else 1):
            raise VkFFTError(f"shape {self.shape}: {self._kind} does not support axes {self.axes} with {lengths} points")
        return prod(logical_points(self._kind, lengths))

    def _in_place_shape(self) -> tuple[int, ...]:
        """The shape of the spectrum in the memory of the real array."""
        axis, long = self.axes[-1], sum(n > 1 for n in self.shape)
        if long > 1 and axis != axes_by_stride(self.shape, self.strides)[-1]:
            raise VkFFTError(f"r2c in place: the fastest axis must be one of {self.axes}")
        if self.shape[axis] % 2:
            raise VkFFTError(f"r2c in place: axis {axis} of shape {self.shape} has {self.shape[axis]} numbers, which must be "
                             "even: an even number of points plus two, or with r2c_odd an odd number plus one")
        return tuple(n // 2 if a == axis else n for a, n in enumerate(self.shape))

    def get_fft_scale(self) -> Any:
        """The factor by which the result of `fft` has the L2 norm of the input, in the app's precision. For cosine and sine
        transforms this holds on average, because no factor holds for all inputs."""
        return self._number(1.0 if self.norm == "ortho" else 1.0 / sqrt(self._points))

    def get_ifft_scale(self) -> Any:
        """The factor by which the result of `ifft` has the L2 norm of the input."""
        return self._number(1.0 if self.norm == "ortho" else sqrt(self._points) ** (1 if self.norm == 1 else -1))

    def _number(self, value: float) -> Any:
        return np.float32(value) if self.dtype.char in "fF" else np.float64(value)

    def fft(self, src: cl_array.Array, dest: cl_array.Array | None = None, queue: Any = None) -> cl_array.Array:
        """Transforms forward. Returns `dest`; in place, returns `src` (for r2c, a complex view of it)."""
        scale = 1.0 / sqrt(self._points) if self.norm == "ortho" else 1.0
        return self._run(src, dest, queue, False, scale)

    def ifft(self, src: cl_array.Array, dest: cl_array.Array | None = None, queue: Any = None) -> cl_array.Array:
        """Transforms backward. Returns `dest`; in place, returns `src` (for r2c, a real view of it)."""
        scale = {0: 1.0, 1: 1.0 / self._points}.get(self.norm, 1.0 / sqrt(self._points))
        return self._run(src, dest, queue, True, scale)

    def _run(self, src: cl_array.Array, dest: cl_array.Array | None, queue: Any, inverse: bool,
             scale: float) -> cl_array.Array:
        self._check_arrays(src, dest, inverse)
        queue = queue or src.queue or (dest.queue if dest is not None else None) or self.queue
        kind = inverse_kind(self._kind) if inverse else self._kind
        x, out, result = src, src if dest is None else dest, src if dest is None else dest
        if self.r2c and self.inplace:
            x, out, result = self._views(src, inverse)
        elif self.inplace and out.strides != src.strides:
            raise VkFFTError(f"dest has strides {out.strides}, but in place it must have the layout of src, {src.strides}")
        transform_into(x, out, self.axes, kind, inverse and kind == "c2c", scale, queue)
        return result

    def _check_arrays(self, src: cl_array.Array, dest: cl_array.Array | None, inverse: bool) -> None:
        """Raises an error for arrays that do not match the app."""
        forward, back = (self.shape, self.dtype), self._spectrum
        source, result = (back, forward) if inverse else (forward, back)
        # In place, the caller may pass the real or the complex view of the array.
        either = (forward, back) if self.inplace else ()
        check_array("src", src, source, either)
        if dest is not None:
            check_array("dest", dest, result, either)
        if self.inplace and dest is not None and not same_start(src, dest):
            raise VkFFTError("the VkFFTApp is in place: dest must be src or omitted")
        if not self.inplace and dest is None:
            raise VkFFTError("the VkFFTApp is out of place: dest must be given")
        if not self.inplace and same_start(src, dest):
            raise VkFFTError("the VkFFTApp is out of place: src and dest must be different arrays")

    def _views(self, src: cl_array.Array, inverse: bool) -> tuple[cl_array.Array, cl_array.Array, cl_array.Array]:
        """For r2c in place: the input view, the output view, and the array to return."""
        axis = self.axes[-1]
        real = src if src.dtype == self.dtype else reinterpreted(src, axis, self.dtype)
        spectrum = reinterpreted(src, axis, self._spectrum[1]) if src.dtype == self.dtype else src
        points = without_padding(real, axis, self._padding)
        return (spectrum, points, real) if inverse else (points, spectrum, spectrum)

    def __str__(self) -> str:
        """The app in one line: shape, transform, precision (s or d), in place (i) or out of place (o), algorithms, passes,
        workspace."""
        name = f"DCT{self.dct}" if self.dct else f"DST{self.dst}" if self.dst else " R2C" if self.r2c else " C2C"
        return (f"VkFFTApp[stockham]:{self.get_shape_str():15s}{name}/{'s' if self.dtype.char in 'fF' else 'd'}"
                f"/{'i' if self.inplace else 'o'} [{self.get_algo_str()}] [{''.join(map(str, self.get_nb_upload()))}]"
                f" buf={self.get_tmp_buffer_str()}")

    def get_shape_str(self) -> str:
        """The shape, such as "(8,16+2)": for r2c in place, the padding is shown separately."""
        numbers = [str(n) for n in self.shape]
        if self._padding:
            numbers[self.axes[-1]] = f"{self.shape[self.axes[-1]] - self._padding}+{self._padding}"
        return f"({','.join(numbers)})"

    def get_algo_str(self) -> str:
        """One letter per axis: r for mixed radix, B for Bluestein's algorithm, - for no transform."""
        found = self._report()
        return "".join("-" if a not in self.axes else "B" if found.bluestein[a] else "r" for a in range(len(self.shape)))

    def get_nb_upload(self, axis: int | None = None) -> Any:
        """The number of passes over memory that transform an axis. Without `axis`, a list for all axes."""
        passes = self._report().passes
        return list(passes) if axis is None else passes[axis]

    def is_bluestein_transform(self, axis: int | None = None) -> Any:
        """Whether Bluestein's algorithm transforms an axis. Without `axis`, a list for all axes."""
        return self._has_letter("B", axis)

    def is_radix_transform(self, axis: int | None = None) -> Any:
        """True if an axis is transformed without Bluestein's algorithm. Without `axis`, a list for all axes."""
        return self._has_letter("r", axis)

    def _has_letter(self, letter: str, axis: int | None) -> Any:
        every = [each == letter for each in self.get_algo_str()]
        return every if axis is None else every[axis]

    def get_tmp_buffer_nbytes(self) -> int:
        """The size in bytes of the workspace of a forward transform."""
        return self._report().workspace

    def get_tmp_buffer_str(self) -> str:
        """The size of the workspace as text of seven characters, such as "    0  " or "135.0kB"."""
        size = self.get_tmp_buffer_nbytes()
        for unit, name in ((1024**3, "GB"), (1024**2, "MB"), (1024, "kB")):
            if size >= 1000 * unit // 1024:
                return f"{size / unit:5.1f}{name}"
        return f"{size:5d}B " if size else "    0  "

    def _report(self) -> Report:
        """The report on the forward plan for arrays with the app's strides; packed by default."""
        if self._known is None:
            x = self._layout(self.shape, self.dtype, self.strides)
            out = x
            if self.r2c:
                axis = self.axes[-1]
                spectrum = None
                if self.inplace:
                    size = self._spectrum[1].itemsize
                    spectrum = [size if a == axis else s for a, s in enumerate(x.strides)]
                out = self._layout(*self._spectrum, spectrum)
                x = x._replace(shape=tuple(n - self._padding if a == axis else n for a, n in enumerate(x.shape)))
            self._known = report(self.queue, x, out, self.axes, self._kind, self.inplace)
        return self._known

    def _layout(self, shape: tuple[int, ...], dtype: np.dtype, strides: Sequence[int] | None) -> Layout:
        if strides is None:
            strides, step = [0] * len(shape), dtype.itemsize
            for axis in reversed(axes_by_stride(self.shape, self.strides)):
                strides[axis] = step
                step *= shape[axis]
        return Layout(shape, tuple(strides), 0, dtype)


def vkfft_version() -> str:
    """The version of this package."""
    return _stockham.version
