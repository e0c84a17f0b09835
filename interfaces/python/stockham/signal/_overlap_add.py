"""Convolutions with a short array, block by block: one batched transform of all blocks of the long one."""

from __future__ import annotations

from math import log2
from typing import Any, NamedTuple, overload

import numpy as np

from .. import fft
from .._arrays.host import HOST
from .._in_kind import in_kind
from .._typed import DeviceArray, Plain
from ._convolution import common_place, convolved_axes, fftconvolve, kept_part


class _Blocks(NamedTuple):
    """How one axis is divided: points of a transform, new points of each block, and which array is divided."""

    points: int
    step: int
    of_second: bool


def _blocks_of(n: int, m: int, even: bool) -> _Blocks | None:
    """The division with the fewest operations for arrays of n and m points; None if a single block needs fewer."""
    long, short = max(n, m), min(n, m)
    best, least = None, fft.next_fast_len(n + m - 1, even) * log2(2 * (n + m))
    for factor in (2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32):
        points = fft.next_fast_len(int(factor * short), even)
        step = points - short + 1
        operations = -(-long // step) * points * log2(2 * points)
        if step < long and operations < least:
            best, least = _Blocks(points, step, m > n), operations
    return best


@overload
def oaconvolve(in1: Plain, in2: Plain, mode: str = "full", axes: Any = None) -> np.ndarray: ...


@overload
def oaconvolve(in1: DeviceArray, in2: DeviceArray, mode: str = "full", axes: Any = None) -> DeviceArray: ...


@overload
def oaconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any: ...


@in_kind
def oaconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """The linear convolution of two arrays of different sizes, as scipy.signal.oaconvolve. The longer one is divided into blocks,
    and all blocks are transformed at once.

    Parameters
    ----------
    in1, in2, mode, axes
        As in `fftconvolve`.

    Returns
    -------
    ndarray or pyopencl.array.Array
        The result of `fftconvolve`, which computes device arrays.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> x = np.random.default_rng(0).random(10000)
    >>> bool(np.allclose(stockham.signal.oaconvolve(x, [1, 2, 3]), np.convolve(x, [1, 2, 3])))
    True
    """
    place = common_place(in1, in2)
    a, b = place.given(in1), place.given(in2)
    if place is not HOST or a.ndim != b.ndim or a.size == 0 or b.size == 0 or a.ndim == 0:
        return fftconvolve(in1, in2, mode, axes)
    along = convolved_axes(a.shape, b.shape, mode, axes)
    if along.swapped:
        a, b = b, a
    a, b = (place.converted(place.as_array(x), np.result_type(place.as_array(a).dtype, place.as_array(b).dtype)) for x in (a, b))
    convolved = sorted(along.convolved)
    real = a.dtype.kind == "f"
    blocks = {k: _blocks_of(a.shape[k], b.shape[k], real and k == convolved[-1]) for k in convolved}
    if not any(blocks.values()):
        return fftconvolve(in1, in2, mode, axes)
    whole = _convolved(a, b, blocks)
    if mode == "full":
        return whole
    return place.part(whole, kept_part(whole.shape, a.shape, b.shape, mode, along))


def _convolved(a: np.ndarray, b: np.ndarray, blocks: dict[int, _Blocks | None]) -> np.ndarray:
    """The whole convolution. Each divided axis becomes two: blocks, and the points of a block."""
    ends = {k: a.shape[k] + b.shape[k] - 1 for k in blocks}
    real, last = a.dtype.kind == "f", max(blocks)
    points = [each.points if each else fft.next_fast_len(ends[k], real and k == last) for k, each in blocks.items()]
    split = [k for k, each in blocks.items() if each]
    inner = [k + sum(j <= k for j in split) for k in blocks]  # axes of points
    forward, inverse = (fft.rfftn, fft.irfftn) if real else (fft.fftn, fft.ifftn)
    spectra = [forward(_divided(x, blocks, second), points, inner) for second, x in enumerate((a, b))]
    result = np.asarray(inverse(np.multiply(*spectra), points, inner, overwrite_x=True))
    for k in reversed(split):
        each = blocks[k]
        assert each is not None
        result = _added(result, k + sum(j < k for j in split), each.step)
    return result[tuple(slice(0, ends.get(k, n)) for k, n in enumerate(result.shape))]


def _divided(x: np.ndarray, blocks: dict[int, _Blocks | None], second: int) -> np.ndarray:
    """The array with an axis of blocks before each divided axis: of one block, if the other array is divided."""
    shape: list[int] = []
    padding = []
    for k, n in enumerate(x.shape):
        each = blocks.get(k)
        if each is None:
            shape.append(n)
            padding.append((0, 0))
            continue
        step = each.step if each.of_second == bool(second) else n
        count = -(-n // step)
        shape += [count, step]
        padding.append((0, count * step - n))
    return np.pad(x, padding).reshape(shape)


def _added(x: np.ndarray, axis: int, step: int) -> np.ndarray:
    """Joins the axes of blocks and of their points, where blocks begin `step` points after one another and overlap their
    neighbours."""
    count, points = x.shape[axis:axis + 2]
    total = np.zeros((*x.shape[:axis], count + 1, step, *x.shape[axis + 2:]), x.dtype)
    at: Any = (slice(None),) * axis
    total[at + (slice(0, count),)] = x[at + (slice(None), slice(0, step))]
    total[at + (slice(1, None), slice(0, points - step))] += x[at + (slice(None), slice(step, None))]
    return total.reshape(*x.shape[:axis], -1, *x.shape[axis + 2:])
