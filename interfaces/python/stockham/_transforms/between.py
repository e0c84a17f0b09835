"""The request for the transform from one array to another."""

from __future__ import annotations

from typing import Any

from .._errors import ArgumentError, refused
from . import arguments, types
from .layout import Layout, packed_layout
from .request import Request


def _kind_between(x: Layout, out: Layout | None) -> str:
    if x.dtype.kind != "c":
        return "r2c"
    return "c2r" if out is not None and out.dtype.kind != "c" else "c2c"


def request_between(x: Layout, out: Layout | None, axes: Any, kind: str | None, inverse: bool,
                    norm: str | None) -> tuple[Request, Layout]:
    """The request, and the layout of the output, which is row-major if `out` is None."""
    _, along = arguments.some_axes(x.shape, None, axes)
    if not along:
        raise refused("axes", "at least one axis must be transformed")
    kind = kind or _kind_between(x, out)
    if kind not in types.KINDS:
        raise refused("kind", f"{kind!r} is not one of {', '.join(types.KINDS)}")
    if not x.dtype.isnative:
        raise TypeError(f"the input's type {x.dtype.str} is not in native byte order")
    precision = types.PRECISIONS.get(x.dtype.char)
    if precision is None or x.dtype != types.input_dtype(kind, precision):
        raise TypeError(f"{kind} does not support {x.dtype}")
    full = kind == "r2c" and out is not None and out.shape == x.shape
    shape, last = list(x.shape), along[-1]
    if kind == "r2c" and not full:
        shape[last] = shape[last] // 2 + 1
    elif kind == "c2r":
        # 2 m - 2 points, unless the output has 2 m - 1.
        odd = out is not None and len(out.shape) == len(shape) and out.shape[last] == 2 * shape[last] - 1
        shape[last] = 2 * shape[last] - (1 if odd else 2)
    wanted = packed_layout(tuple(shape), types.output_dtype(kind, precision))
    out = wanted if out is None else out
    if (out.shape, out.dtype) != (wanted.shape, wanted.dtype):
        raise ArgumentError(f"the output must have shape {wanted.shape} and type {wanted.dtype}, not {out.shape} and "
                            f"{out.dtype}")
    lengths = tuple((out if kind == "c2r" else x).shape[a] for a in along)
    backward = inverse or kind == "c2r"
    scale = arguments.scale_of(arguments.normalization(norm, backward), kind, lengths)
    return Request(kind, precision, input_shape=x.shape, output_shape=out.shape, axes=along, lengths=lengths, inverse=backward,
                   scale=scale, full_spectrum=full), out
