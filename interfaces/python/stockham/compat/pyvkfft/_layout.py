"""The axes that a VkFFTApp transforms, and the real and complex views of an array that is transformed in place."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
import pyopencl.array as cl_array

from .._order import axes_by_stride
from ._checks import VkFFTError


def transformed_axes(shape: Sequence[int], strides: Sequence[int] | None, ndim: int | None,
                     axes: Any) -> tuple[int, ...]:
    """The transformed axes, slowest first. A real-to-complex transform halves the last of them.

    Without `axes`, the `ndim` fastest axes. If only one axis of the array has more than one point, the strides do not
    determine the fastest axis; then it is the last of `axes`.
    """
    rank = len(shape)
    order = axes_by_stride(shape, strides)
    if axes is None:
        count = rank if ndim is None else ndim
        if not 1 <= count <= rank:
            raise VkFFTError(f"ndim is {ndim}, but the array has {rank} axes")
        return tuple(order[rank - count:])
    named: list[int] = [axes] if np.isscalar(axes) else list(axes)  # type: ignore[list-item]
    if any(not -rank <= a < rank for a in named):
        raise VkFFTError(f"axes is {axes}, but the array has {rank} axes")
    chosen = [int(a) % rank for a in named]
    if not chosen or len(set(chosen)) != len(chosen):
        raise VkFFTError(f"axes is {axes}; it must name at least one axis, and none twice")
    if ndim is not None and ndim != len(chosen):
        raise VkFFTError(f"ndim is {ndim}, but axes names {len(chosen)} axes")
    fastest = chosen[-1] if sum(n > 1 for n in shape) == 1 else order[-1]
    return tuple(sorted(chosen, key=lambda a: (a == fastest, order.index(a))))


def halved(shape: Sequence[int], axis: int) -> tuple[int, ...]:
    """The shape of the half spectrum of real data of this shape."""
    return tuple(n // 2 + 1 if a == axis else n for a, n in enumerate(shape))


def reinterpreted(x: cl_array.Array, axis: int, dtype: np.dtype) -> cl_array.Array:
    """A view of the same bytes as numbers of another type, which changes the length of `axis`."""
    if x.shape[axis] > 1 and x.strides[axis] != x.dtype.itemsize:
        raise VkFFTError(f"in place, axis {axis} must have no gaps, but the strides are {x.strides}")
    shape = list(x.shape)
    shape[axis] = shape[axis] * x.dtype.itemsize // dtype.itemsize
    strides = list(x.strides)
    strides[axis] = dtype.itemsize
    return cl_array.Array(x.queue, tuple(shape), dtype, allocator=x.allocator, data=x.base_data, offset=x.offset,
                          strides=tuple(strides), events=x.events)


def without_padding(x: cl_array.Array, axis: int, padding: int) -> cl_array.Array:
    """A real array without the padding at the end of its rows, which only the spectrum uses."""
    return x[tuple(slice(0, n - padding) if a == axis else slice(None) for a, n in enumerate(x.shape))]
