"""The layout of an array in its buffer, and the transform from one array to another."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from . import _arguments
from ._errors import ArgumentError, refused
from ._request import Request, is_complex_input, is_complex_output, packed_strides

_PRECISIONS = {"f": "f32", "F": "f32", "d": "f64", "D": "f64"}
_KINDS = ("c2c", "r2c", "c2r", *(f"{family}{type}" for family in ("dct", "dst") for type in (1, 2, 3, 4)))
_NUMBERS = {("f32", False): "f", ("f32", True): "F", ("f64", False): "d", ("f64", True): "D"}


class Side(NamedTuple):
    """The shape, layout and type of an array; strides and offset are in bytes."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    dtype: np.dtype


def side_of(x: Any) -> Side:
    return Side(tuple(x.shape), tuple(x.strides), getattr(x, "offset", 0), np.dtype(x.dtype))


def packed_side(shape: tuple[int, ...], dtype: np.dtype) -> Side:
    return Side(shape, packed_strides(shape, dtype.itemsize), 0, dtype)


def _kind_between(x: Side, out: Side | None) -> str:
    if x.dtype.kind != "c":
        return "r2c"
    return "c2r" if out is not None and out.dtype.kind != "c" else "c2c"


def transform_between(x: Side, out: Side | None, axes: Any, kind: str | None, inverse: bool,
                      norm: str | None) -> tuple[Request, Side]:
    """The request, and the layout of the output, which is row-major if `out` is None."""
    _, along = _arguments.some_axes(x.shape, None, axes)
    if not along:
        raise refused("axes", "at least one axis must be transformed")
    kind = kind or _kind_between(x, out)
    if kind not in _KINDS:
        raise refused("kind", f"{kind!r} is not one of {', '.join(_KINDS)}")
    if not x.dtype.isnative:
        raise TypeError(f"the input's type {x.dtype.str} is not in native byte order")
    if x.dtype.char not in _PRECISIONS or is_complex_input(kind) != (x.dtype.kind == "c"):
        raise TypeError(f"{kind} does not support {x.dtype}")
    precision = _PRECISIONS[x.dtype.char]
    dtype = np.dtype(_NUMBERS[precision, is_complex_output(kind)])
    full = kind == "r2c" and out is not None and out.shape == x.shape
    shape, last = list(x.shape), along[-1]
    if kind == "r2c" and not full:
        shape[last] = shape[last] // 2 + 1
    elif kind == "c2r":
        # 2 m - 2 points, unless the output has 2 m - 1.
        odd = out is not None and len(out.shape) == len(shape) and out.shape[last] == 2 * shape[last] - 1
        shape[last] = 2 * shape[last] - (1 if odd else 2)
    wanted = packed_side(tuple(shape), dtype)
    out = wanted if out is None else out
    if (out.shape, out.dtype) != (wanted.shape, wanted.dtype):
        raise ArgumentError(f"the output must have shape {wanted.shape} and type {wanted.dtype}, not {out.shape} and "
                            f"{out.dtype}")
    lengths = tuple((out if kind == "c2r" else x).shape[a] for a in along)
    backward = inverse or kind == "c2r"
    scale = _arguments.scale_of(_arguments.normalization(norm, backward), _arguments.logical_points(kind, lengths))
    return Request(kind, precision, x.shape, out.shape, along, lengths, backward, scale, full), out
