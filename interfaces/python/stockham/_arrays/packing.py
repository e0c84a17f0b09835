"""The memory layouts of numpy arrays that can be uploaded as they are, and copies of other arrays in such a layout."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from .._errors import refused
from .._transforms.layout import Layout, ordered_strides


class Packing:
    """The layout of an array without gaps, in native byte order.

    `order` lists the axes from the slowest to the fastest: (0, 1) is C order, (1, 0) Fortran order.
    """

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype, order: Sequence[int]) -> None:
        self._order = order
        self._places = [order.index(a) for a in range(len(shape))]
        #: Shape, strides and type.
        self.layout = Layout(shape, ordered_strides(shape, dtype.itemsize, order), 0, dtype)

    def accepts(self, x: Any) -> bool:
        """True if an array has this shape and type; its layout and byte order may differ."""
        return bool(x.shape == self.layout.shape and x.dtype.newbyteorder("=") == self.layout.dtype)

    def fits(self, x: np.ndarray) -> bool:
        """True if an accepted array has this layout."""
        return x.dtype.isnative and all(
            s == t for n, s, t in zip(x.shape, x.strides, self.layout.strides) if n > 1)

    def empty(self) -> np.ndarray:
        """A new array with this layout."""
        return np.empty([self.layout.shape[a] for a in self._order], self.layout.dtype).transpose(self._places)

    def converted(self, x: np.ndarray) -> np.ndarray:
        """`x` itself if it has this layout, else a copy in this layout."""
        if self.fits(x):
            return x
        copy = self.empty()
        copy[...] = x
        return copy


def order_of(x: np.ndarray) -> tuple[int, ...]:
    """The array's axes from the slowest to the fastest."""
    return tuple(sorted(range(x.ndim), key=lambda a: (x.shape[a] > 1, -x.strides[a], a)))


def packing_of(x: np.ndarray) -> Packing:
    """The array's own layout if it has neither gaps nor negative strides, else C order."""
    dtype = x.dtype.newbyteorder("=")
    own = Packing(x.shape, dtype, order_of(x))
    return own if own.fits(x.view(dtype)) else Packing(x.shape, dtype, range(x.ndim))


def check_distinct(out: np.ndarray) -> None:
    """Raises ArgumentError if elements of an output share memory."""
    reach = out.itemsize
    steps = sorted((abs(s), n) for n, s in zip(out.shape, out.strides) if n > 1)
    for stride, n in steps:
        if stride < reach:
            break
        reach += stride * (n - 1)
    else:
        return
    # The loop above is sufficient, not necessary: elements with strides of 2 and 3 can also be distinct.
    places = np.zeros(1, np.int64)
    for stride, n in steps:
        places = np.add.outer(places, stride * np.arange(n, dtype=np.int64)).reshape(-1)
    places.sort()
    if np.any(np.diff(places) < out.itemsize):
        raise refused("output", f"with strides {out.strides}, elements of the array share memory")


def address(x: np.ndarray) -> int:
    """The address of the first element."""
    return int(x.__array_interface__["data"][0])
