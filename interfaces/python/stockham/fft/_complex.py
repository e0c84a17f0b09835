"""Transforms with a full complex spectrum: fft, ifft and their N-D forms."""

from __future__ import annotations

from typing import Any, Sequence, Union

from .._in_kind import in_kind_with_units
from .._transforms import arguments
from . import _transforms
from ._common import begin, untransformed
from ._documented import documented
from ._repeated import repeated

Lengths = Union[Sequence[int], int, None]


def _along_some_axes(x: Any, inverse: bool, s: Lengths, axes: Lengths, norm: str | None, overwrite_x: bool,
                     workers: int | None, plan: Any, out: Any) -> Any:
    """fftn, or its inverse."""
    array = begin(x, workers, plan)
    lengths, along = arguments.some_axes(array.shape, s, axes)
    if not along:
        return untransformed(x, out)
    return _transforms.complex_to_complex(array, inverse, lengths, along, norm, overwrite_x, plan, out)


@documented()
@repeated
@in_kind_with_units
def fft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
        workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with length `n` along the axis.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.fft([1, 2, 3, 4]), 6)
    array([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    x = begin(x, workers, plan)
    lengths, axes = arguments.one_axis(x.shape, n, axis)
    return _transforms.complex_to_complex(x, False, lengths, axes, norm, overwrite_x, plan, out)


@documented()
@repeated
@in_kind_with_units
def fft2(x: Any, s: Lengths = None, axes: Lengths = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
         workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform along two axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with lengths `s` along the axes.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.fft2([[1, 2], [3, 4]]), 6)
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])
    """
    return _along_some_axes(x, False, s, axes, norm, overwrite_x, workers, plan, out)


@documented()
@repeated
@in_kind_with_units
def fftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: str | None = None, overwrite_x: bool = False,
         workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with lengths `s` along the axes.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.fftn(np.ones((2, 3, 4)))[0, 0, 0]
    np.complex128(24+0j)
    """
    return _along_some_axes(x, False, s, axes, norm, overwrite_x, workers, plan, out)


@documented()
@repeated
@in_kind_with_units
def ifft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
         workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse Fourier transform along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with length `n` along the axis.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.ifft([10, -2 + 2j, -2, -2 - 2j]), 6)
    array([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j])
    """
    x = begin(x, workers, plan)
    lengths, axes = arguments.one_axis(x.shape, n, axis)
    return _transforms.complex_to_complex(x, True, lengths, axes, norm, overwrite_x, plan, out)


@documented()
@repeated
@in_kind_with_units
def ifft2(x: Any, s: Lengths = None, axes: Lengths = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse Fourier transform along two axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with lengths `s` along the axes.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.ifft2([[10, -2], [-4, 0]]), 6)
    array([[1.+0.j, 2.+0.j],
           [3.+0.j, 4.+0.j]])
    """
    return _along_some_axes(x, True, s, axes, norm, overwrite_x, workers, plan, out)


@documented()
@repeated
@in_kind_with_units
def ifftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse Fourier transform along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with lengths `s` along the axes.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.ifftn(np.ones((2, 3, 4))).shape
    (2, 3, 4)
    """
    return _along_some_axes(x, True, s, axes, norm, overwrite_x, workers, plan, out)
