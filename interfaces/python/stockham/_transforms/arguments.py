"""Checks of arguments, with the exceptions that scipy.fft raises."""

from __future__ import annotations

import operator
import os
from math import prod, sqrt
from typing import Any, Sequence

from .._errors import UnsupportedError

#: The largest length of an axis.
MOST_POINTS = 1 << 32

_NORMS = {None: 0, "backward": 0, "ortho": 1, "forward": 2}


def normalization(norm: str | None, inverse: bool) -> int:
    """0: no normalisation; 1: divide by the square root of the number of points; 2: divide by the number of points."""
    try:
        mode = _NORMS[norm]
    except (KeyError, TypeError):
        raise ValueError(f'Invalid norm value {norm!r}, should be "backward", "ortho" or "forward"') from None
    return 2 - mode if inverse else mode


def scale_of(mode: int, kind: str, lengths: Sequence[int]) -> float:
    """The scale factor of a normalisation."""
    if mode == 0:
        return 1.0
    total = prod(logical_points(kind, lengths))
    return 1.0 / sqrt(total) if mode == 1 else 1.0 / total


def worker_count(workers: int) -> int:
    """The number of threads that scipy would use: -1 is the number of processors, -2 one fewer. Raises scipy's errors."""
    workers = operator.index(workers)
    count = os.cpu_count() or 1
    if workers == 0:
        raise ValueError("workers must not be zero")
    if workers < -count:
        raise ValueError(f"workers value out of range; got {workers}, must not be less than {-count}")
    return workers if workers > 0 else workers + 1 + count


def _check_lengths(lengths: Sequence[int], shown: Any) -> None:
    if any(n < 1 for n in lengths):
        raise ValueError(f"invalid number of data points ({shown}) specified")
    if any(n > MOST_POINTS for n in lengths):  # before memory is allocated
        error = UnsupportedError(f"axes have at most {MOST_POINTS} points (got {shown})")
        error.rule = "lengths"
        raise error


def one_axis(shape: Sequence[int], n: int | None, axis: int) -> tuple[tuple[int], tuple[int]]:
    """Length and axis of a 1-D transform."""
    axis = operator.index(axis)
    here = shape[axis]  # IndexError, as scipy's
    length = here if n is None else operator.index(n)
    _check_lengths((length,), length)
    return (length,), (axis % len(shape),)


def _integers(value: Any, name: str) -> list[int]:
    try:
        return [operator.index(each) for each in (value if hasattr(value, "__iter__") else (value,))]
    except TypeError:
        raise ValueError(f"{name} must be a scalar or iterable of integers") from None


def some_axes(shape: Sequence[int], s: Any, axes: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Lengths and axes of an N-D transform."""
    rank = len(shape)
    if s is None and axes is None and 0 not in shape:  # most calls
        return tuple(shape), tuple(range(rank))
    along: Sequence[int] | None = None
    if axes is not None:
        along = [a + rank if a < 0 else a for a in _integers(axes, "axes")]
        if any(not 0 <= a < rank for a in along):
            raise ValueError("axes exceeds dimensionality of input")
        if len(set(along)) != len(along):
            raise ValueError("all axes must be unique")
    if s is None:
        along = range(rank) if along is None else along
        lengths = [shape[a] for a in along]
    else:
        lengths = _integers(s, "shape")
        if along is None:
            if len(lengths) > rank:
                raise ValueError("shape requires more axes than are present")
            along = range(rank - len(lengths), rank)
        elif len(along) != len(lengths):
            raise ValueError("when given, axes and shape arguments have to be of the same length")
        lengths = [shape[a] if n == -1 else n for n, a in zip(lengths, along)]
    _check_lengths(lengths, lengths)
    return tuple(lengths), tuple(along)


def logical_points(kind: str, lengths: Sequence[int]) -> Sequence[int]:
    """The lengths that a normalisation uses. For a cosine or sine transform, those of the equivalent Fourier transform."""
    if kind == "dct1":
        return [2 * (n - 1) for n in lengths]
    if kind == "dst1":
        return [2 * (n + 1) for n in lengths]
    return [2 * n for n in lengths] if kind[:3] in ("dct", "dst") else lengths
