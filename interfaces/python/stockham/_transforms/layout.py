"""The layout of an array in its buffer."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence

import numpy as np


class Layout(NamedTuple):
    """The shape, layout and type of an array; strides and offset are in bytes."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    dtype: np.dtype


def layout_of(x: Any) -> Layout:
    """The layout of a numpy or pyopencl array."""
    return Layout(tuple(x.shape), tuple(x.strides), getattr(x, "offset", 0), np.dtype(x.dtype))


def packed_layout(shape: tuple[int, ...], dtype: np.dtype) -> Layout:
    """The layout of a row-major array at the start of its buffer."""
    return Layout(shape, packed_strides(shape, dtype.itemsize), 0, dtype)


def packed_strides(shape: Sequence[int], size: int) -> tuple[int, ...]:
    """Strides in bytes of a row-major array with elements of `size` bytes."""
    strides, step = [], size
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def ordered_strides(shape: Sequence[int], size: int, order: Sequence[int]) -> tuple[int, ...]:
    """The same for an array whose axes are in this order in memory, from the slowest to the fastest; () is row-major."""
    if not order:
        return packed_strides(shape, size)
    strides = packed_strides([shape[a] for a in order], size)
    return tuple(strides[order.index(a)] for a in range(len(shape)))
