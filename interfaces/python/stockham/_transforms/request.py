"""Requests: transforms without the arrays' strides. They are keys of the plan cache and become descriptions of transforms."""

from __future__ import annotations

from math import prod
from typing import NamedTuple, Sequence

import numpy as np

from .. import _stockham
from . import types
from .layout import ordered_strides, packed_strides

MOST_AXES = 5  # of one plan; more axes take several plans


class Request(NamedTuple):
    """A transform along some axes of an array.

    `kind` is ``"c2c"``, ``"r2c"``, ``"c2r"``, ``"dct1"`` to ``"dst4"``. `lengths` are the lengths of `axes`, in the same
    order; for r2c and c2r, the lengths of the real array.
    """

    kind: str
    precision: str
    input_shape: tuple[int, ...]
    output_shape: tuple[int, ...]
    axes: tuple[int, ...]
    lengths: tuple[int, ...]
    inverse: bool = False
    scale: float = 1.0
    full_spectrum: bool = False
    #: The input's axes from the slowest to the fastest, if it has no gaps but is not row-major; for `describe_packed`.
    order: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """Number of points of one transform."""
        return prod(self.lengths)

    @property
    def input_dtype(self) -> np.dtype:
        return types.input_dtype(self.kind, self.precision)

    @property
    def output_dtype(self) -> np.dtype:
        return types.output_dtype(self.kind, self.precision)


def describe(request: Request, input_strides: Sequence[int], output_strides: Sequence[int], input_offset: int = 0,
             output_offset: int = 0, in_place: bool = False) -> _stockham.Transform:
    """The description of the transform. Strides and offsets are in bytes."""
    # The stride of an axis of one point is meaningless and can have any value in numpy.
    input_strides, output_strides = (
        [s if n > 1 else dtype.itemsize for n, s in zip(shape, strides)]
        for shape, strides, dtype in ((request.input_shape, input_strides, request.input_dtype),
                                      (request.output_shape, output_strides, request.output_dtype)))
    return _stockham.make_transform(f"{request.kind} {request.precision}", request.axes, request.input_shape, input_strides,
                                    request.output_shape, output_strides, input_offset, output_offset, request.scale,
                                    request.inverse, in_place)


def describe_packed(request: Request, in_place: bool = False) -> _stockham.Transform:
    """The description of the transform between arrays without gaps. The output is row-major."""
    return describe(request, ordered_strides(request.input_shape, request.input_dtype.itemsize, request.order),
                    packed_strides(request.output_shape, request.output_dtype.itemsize), in_place=in_place)


def steps_of(request: Request) -> list[Request]:
    """Splits the request into steps of at most `MOST_AXES` axes each, to be executed in order."""
    if len(request.axes) <= MOST_AXES:
        return [request]
    return [step for half in halves_of(request, len(request.axes) - MOST_AXES) for step in steps_of(half)]


def halves_of(request: Request, first: int) -> list[Request]:
    """Splits the request into two steps: along its first `first` axes, and along the others.

    The last axis is the one that turns real data into complex data, so r2c begins with the last axes and c2r ends with them.
    """
    front = (request.axes[:first], request.lengths[:first])
    back = (request.axes[first:], request.lengths[first:])
    kind = request.kind
    if kind == "r2c":
        after = request._replace(kind="c2c", input_shape=request.output_shape, axes=front[0], full_spectrum=False,
                                 lengths=front[1], scale=1.0)
        return [request._replace(axes=back[0], lengths=back[1]), after]
    shape = request.input_shape
    before = request._replace(kind="c2c" if kind == "c2r" else kind, output_shape=shape, axes=front[0],
                              lengths=front[1], scale=1.0, inverse=request.inverse or kind == "c2r")
    return [before, request._replace(input_shape=shape, axes=back[0], lengths=back[1])]
