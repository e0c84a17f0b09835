"""Cosine and sine transforms: dct, dst, their inverses and N-D forms."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Sequence, Union

from .._in_kind import in_kind_with_units
from .._transforms import arguments
from . import _transforms
from ._common import begin, untransformed
from ._documented import documented

Lengths = Union[Sequence[int], int, None]


class _Row(NamedTuple):
    """A transform and the example in the docstring of its function for one axis."""
    name: str
    family: str
    inverse: bool
    title: str
    input: str
    decimals: int
    output: str


_ROWS = [
    _Row("dct", "dct", False, "Discrete cosine transform", "[1, 2, 3, 4]", 4,
         "array([20.    , -6.3086,  0.    , -0.4483])"),
    _Row("idct", "dct", True, "Inverse discrete cosine transform", "[20, -6.3086, 0, -0.4483]", 3,
         "array([1., 2., 3., 4.])"),
    _Row("dst", "dst", False, "Discrete sine transform", "[1, 2, 3, 4]", 4,
         "array([13.0656, -5.6569,  5.412 , -4.    ])"),
    _Row("idst", "dst", True, "Inverse discrete sine transform", "[13.0656, -5.6569, 5.4120, -4]", 3,
         "array([1., 2., 3., 4.])"),
]

_DOCSTRING = """{title} along {axes}.

Returns
-------
ndarray or pyopencl.array.Array
    Real. For complex data complex, with real and imaginary parts transformed separately.

Examples
--------
>>> import numpy as np
>>> import stockham
>>> {call}
{output}
"""


class _OneAxis(Protocol):
    def __call__(self, x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
                 overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
                 out: Any = None) -> Any: ...


class _SomeAxes(Protocol):
    def __call__(self, x: Any, type: int = 2, s: Lengths = None, axes: Lengths = None, norm: str | None = None,
                 overwrite_x: bool = False, workers: int | None = None, *,
                 orthogonalize: bool | None = None, out: Any = None) -> Any: ...


def _along_one_axis(row: _Row) -> _OneAxis:
    def transform(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
                  overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None, *,
                  out: Any = None) -> Any:
        x = begin(x, workers)
        lengths, axes = arguments.one_axis(x.shape, n, axis)
        return _transforms.real_to_real(row.family, x, row.inverse, type, lengths, axes, norm, overwrite_x,
                                        orthogonalize, out)

    transform.__name__ = transform.__qualname__ = row.name
    transform.__doc__ = _DOCSTRING.format(title=row.title, axes="one axis", output=row.output,
                                          call=f"np.round(stockham.fft.{row.name}({row.input}), {row.decimals})")
    return documented()(in_kind_with_units(transform))


def _along_some_axes(row: _Row) -> _SomeAxes:
    def transform(x: Any, type: int = 2, s: Lengths = None, axes: Lengths = None, norm: str | None = None,
                  overwrite_x: bool = False, workers: int | None = None, *, orthogonalize: bool | None = None,
                  out: Any = None) -> Any:
        array = begin(x, workers)
        lengths, along = arguments.some_axes(array.shape, s, axes)
        if not along:
            return untransformed(x, out)
        return _transforms.real_to_real(row.family, array, row.inverse, type, lengths, along, norm, overwrite_x,
                                        orthogonalize, out)

    transform.__name__ = transform.__qualname__ = row.name + "n"
    transform.__doc__ = _DOCSTRING.format(title=row.title, axes="some or all axes", output="(4, 6)",
                                          call=f"stockham.fft.{row.name}n(np.ones((4, 6)), axes=(0,)).shape")
    return documented()(in_kind_with_units(transform))


dct, idct, dst, idst = map(_along_one_axis, _ROWS)
dctn, idctn, dstn, idstn = map(_along_some_axes, _ROWS)
