"""Transforms between real data and half spectra: rfft, irfft, hfft, ihfft and their N-D forms."""

from __future__ import annotations

from typing import Any, Sequence, Union

from .._in_kind import in_kind_with_units
from .._transforms import arguments
from . import _transforms
from ._common import begin, begin_real
from ._documented import documented
from ._repeated import repeated

Lengths = Union[Sequence[int], int, None]


def _from_real(x: Any, inverse: bool, s: Lengths, axes: Lengths, norm: str | None, workers: int | None, plan: Any, out: Any) -> Any:
    """rfftn, or its counterpart ihfftn."""
    x = begin_real(x, workers, plan)
    lengths, along = arguments.some_axes(x.shape, s, axes)
    if not along:
        raise ValueError("at least 1 axis must be transformed")
    return _transforms.real_to_complex(x, inverse, lengths, along, norm, plan, out)


def _to_real(x: Any, inverse: bool, s: Lengths, axes: Lengths, norm: str | None, workers: int | None, plan: Any, out: Any) -> Any:
    """irfftn, or its counterpart hfftn."""
    x = begin(x, workers, plan)
    lengths, along = arguments.some_axes(x.shape, s, axes)
    if not along:
        raise ValueError("at least 1 axis must be transformed")
    if s is None:
        lengths = (*lengths[:-1], max(2 * (lengths[-1] - 1), 1))
    return _transforms.complex_to_real(x, inverse, lengths, along, norm, plan, out)


@documented()
@repeated
@in_kind_with_units
def rfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
         workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform of real data along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with length ``n // 2 + 1`` along the axis.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.rfft([1, 2, 3, 4]), 6) + 0
    array([10.+0.j, -2.+2.j, -2.+0.j])
    """
    x = begin_real(x, workers, plan)
    lengths, axes = arguments.one_axis(x.shape, n, axis)
    return _transforms.real_to_complex(x, False, lengths, axes, norm, plan, out)


@documented()
@repeated
@in_kind_with_units
def rfft2(x: Any, s: Lengths = None, axes: Lengths = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform of real data along two axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with length ``s[-1] // 2 + 1`` along the last of the axes.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.rfft2([[1, 2], [3, 4]]), 6)
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])
    """
    return _from_real(x, False, s, axes, norm, workers, plan, out)


@documented()
@repeated
@in_kind_with_units
def rfftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform of real data along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with length ``s[-1] // 2 + 1`` along the last of the axes.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.rfftn(np.ones((2, 3, 4))).shape
    (2, 3, 3)
    """
    return _from_real(x, False, s, axes, norm, workers, plan, out)


@documented()
@in_kind_with_units
def ihfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse Fourier transform of real data to a Hermitian half spectrum along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with length ``n // 2 + 1`` along the axis.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.ihfft([10, -2, -2, -2]), 6) + 0
    array([1.+0.j, 3.+0.j, 3.+0.j])
    """
    x = begin_real(x, workers, plan)
    lengths, axes = arguments.one_axis(x.shape, n, axis)
    return _transforms.real_to_complex(x, True, lengths, axes, norm, plan, out)


@documented()
@in_kind_with_units
def ihfft2(x: Any, s: Lengths = None, axes: Lengths = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
           workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse Fourier transform of real data to a Hermitian half spectrum along two axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with length ``s[-1] // 2 + 1`` along the last of the axes.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.ihfft2(np.ones((4, 6))).shape
    (4, 4)
    """
    return _from_real(x, True, s, axes, norm, workers, plan, out)


@documented()
@in_kind_with_units
def ihfftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: str | None = None, overwrite_x: bool = False,
           workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse Fourier transform of real data to a Hermitian half spectrum along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, with length ``s[-1] // 2 + 1`` along the last of the axes.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.ihfftn(np.ones((2, 3, 4))).shape
    (2, 3, 3)
    """
    return _from_real(x, True, s, axes, norm, workers, plan, out)


@documented("output")
@repeated
@in_kind_with_units
def irfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `rfft`: real data from their half spectrum, along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real, with length `n` along the axis; by default ``2 * (m - 1)`` for an input of m points.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.irfft([10, -2 + 2j, -2]), 6)
    array([1., 2., 3., 4.])
    """
    x = begin(x, workers, plan)
    lengths, axes = arguments.one_axis(x.shape, 2 * (x.shape[axis] - 1) if n is None else n, axis)
    return _transforms.complex_to_real(x, True, lengths, axes, norm, plan, out)


@documented("output")
@repeated
@in_kind_with_units
def irfft2(x: Any, s: Lengths = None, axes: Lengths = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
           workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `rfft2`: real data from their half spectrum, along two axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real, with lengths `s` along the axes. By default the last length is ``2 * (m - 1)``, or 1 for m = 1.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.irfft2([[10, -2], [-4, 0]]), 6)
    array([[1., 2.],
           [3., 4.]])
    """
    return _to_real(x, True, s, axes, norm, workers, plan, out)


@documented("output")
@repeated
@in_kind_with_units
def irfftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: str | None = None, overwrite_x: bool = False,
           workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Inverse of `rfftn`: real data from their half spectrum, along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real, with lengths `s` along the axes. By default the last length is ``2 * (m - 1)``, or 1 for m = 1.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.irfftn(np.ones((2, 3, 4))).shape
    (2, 3, 6)
    """
    return _to_real(x, True, s, axes, norm, workers, plan, out)


@documented("output")
@in_kind_with_units
def hfft(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
         workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform of Hermitian data, given by their first half, along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real, with length `n` along the axis; by default ``2 * (m - 1)`` for an input of m points.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.hfft([1, 2, 3]), 6)
    array([ 8., -2.,  0., -2.])
    """
    x = begin(x, workers, plan)
    lengths, axes = arguments.one_axis(x.shape, 2 * (x.shape[axis] - 1) if n is None else n, axis)
    return _transforms.complex_to_real(x, False, lengths, axes, norm, plan, out)


@documented("output")
@in_kind_with_units
def hfft2(x: Any, s: Lengths = None, axes: Lengths = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform of Hermitian data, given by their first half, along two axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real, with lengths `s` along the axes. By default the last length is ``2 * (m - 1)``, or 1 for m = 1.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.hfft2(np.ones((4, 4))).shape
    (4, 6)
    """
    return _to_real(x, False, s, axes, norm, workers, plan, out)


@documented("output")
@in_kind_with_units
def hfftn(x: Any, s: Lengths = None, axes: Lengths = None, norm: str | None = None, overwrite_x: bool = False,
          workers: int | None = None, *, plan: Any = None, out: Any = None) -> Any:
    """Fourier transform of Hermitian data, given by their first half, along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real, with lengths `s` along the axes. By default the last length is ``2 * (m - 1)``, or 1 for m = 1.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.hfftn(np.ones((2, 3, 4))).shape
    (2, 3, 6)
    """
    return _to_real(x, False, s, axes, norm, workers, plan, out)
