"""What is to be computed, apart from where the numbers lie: the key of a plan, and its description for the library."""

from __future__ import annotations

from math import prod
from typing import NamedTuple, Sequence

from . import _stockham

MOST_AXES = 5  # of one plan; what has more is several plans


class Request(NamedTuple):
    """A transform along some axes of an array.

    `kind` is ``"c2c"``, ``"r2c"``, ``"c2r"``, ``"dct1"`` .. ``"dst4"``; `lengths` are those of the axes, in the order
    of `axes`, of the real side where there is one.
    """

    kind: str
    precision: str
    input_shape: tuple[int, ...]
    output_shape: tuple[int, ...]
    axes: tuple[int, ...]
    lengths: tuple[int, ...]
    inverse: bool
    scale: float
    full_spectrum: bool

    @property
    def points(self) -> int:
        """Points of one transform."""
        return prod(self.lengths)

    @property
    def input_size(self) -> int:
        """Bytes of an element of the input."""
        return element_size(self.precision, is_complex_input(self.kind))

    @property
    def output_size(self) -> int:
        """Bytes of an element of the output."""
        return element_size(self.precision, is_complex_output(self.kind))


def is_complex_input(kind: str) -> bool:
    return kind in ("c2c", "c2r")


def is_complex_output(kind: str) -> bool:
    return kind in ("c2c", "r2c")


def element_size(precision: str, is_complex: bool) -> int:
    return (4 if precision == "f32" else 8) * (2 if is_complex else 1)


def packed_strides(shape: Sequence[int], size: int) -> tuple[int, ...]:
    """Of a row-major array with elements of `size` bytes, in bytes."""
    strides, step = [], size
    for n in reversed(shape):
        strides.append(step)
        step *= max(n, 1)
    return tuple(reversed(strides))


def describe(
    request: Request,
    input_strides: Sequence[int],
    output_strides: Sequence[int],
    input_offset: int = 0,
    output_offset: int = 0,
    in_place: bool = False,
) -> _stockham.Transform:
    """The library's description; strides and offsets count bytes."""
    # The stride of an axis of one point means nothing, and numpy has any number there.
    input_strides = [s if n > 1 else request.input_size for n, s in zip(request.input_shape, input_strides)]
    output_strides = [s if n > 1 else request.output_size for n, s in zip(request.output_shape, output_strides)]
    return _stockham.make_transform(
        f"{request.kind} {request.precision}",
        request.axes,
        request.input_shape,
        input_strides,
        request.output_shape,
        output_strides,
        input_offset,
        output_offset,
        request.scale,
        request.inverse,
        in_place,
    )


def describe_packed(request: Request) -> _stockham.Transform:
    """The description of the transform of a row-major array into another one."""
    return describe(request, packed_strides(request.input_shape, request.input_size),
                    packed_strides(request.output_shape, request.output_size))


def steps_of(request: Request) -> list[Request]:
    """The request as one plan each for at most `MOST_AXES` axes, to be executed one after the other."""
    if len(request.axes) <= MOST_AXES:
        return [request]
    return [step for half in halves_of(request, len(request.axes) - MOST_AXES) for step in steps_of(half)]


def halves_of(request: Request, first: int) -> list[Request]:
    """The request in two steps: along its first so many axes, and along the others.

    Real data become complex ones along the last axis, so that r2c begins with the last axes and c2r ends with them.
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
