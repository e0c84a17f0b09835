"""Cosine and sine transforms: dct, dst, their inverses and N-D forms."""

from __future__ import annotations

from typing import Any, Sequence, Union

from .. import _arguments, _transforms
from ._common import begin, untransformed
from ._documented import documented

Lengths = Union[Sequence[int], int, None]


@documented()
def dct(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
        overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None) -> Any:
    """Discrete cosine transform along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real. For complex data complex, with real and imaginary parts transformed separately.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.dct([1, 2, 3, 4]), 4)
    array([20.    , -6.3086,  0.    , -0.4483])
    """
    x = begin(x, workers)
    lengths, axes = _arguments.one_axis(x.shape, n, axis)
    return _transforms.real_to_real("dct", x, False, type, lengths, axes, norm, overwrite_x, orthogonalize)


@documented()
def dctn(x: Any, type: int = 2, s: Lengths = None, axes: Lengths = None, norm: str | None = None,
         overwrite_x: bool = False, workers: int | None = None, *, orthogonalize: bool | None = None) -> Any:
    """Discrete cosine transform along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real. For complex data complex, with real and imaginary parts transformed separately.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.dctn(np.ones((4, 6)), axes=(0,)).shape
    (4, 6)
    """
    array = begin(x, workers)
    lengths, along = _arguments.some_axes(array.shape, s, axes)
    if not along:
        return untransformed(x)
    return _transforms.real_to_real("dct", array, False, type, lengths, along, norm, overwrite_x, orthogonalize)


@documented()
def idct(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
         overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None) -> Any:
    """Inverse discrete cosine transform along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real. For complex data complex, with real and imaginary parts transformed separately.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.idct([20, -6.3086, 0, -0.4483]), 3)
    array([1., 2., 3., 4.])
    """
    x = begin(x, workers)
    lengths, axes = _arguments.one_axis(x.shape, n, axis)
    return _transforms.real_to_real("dct", x, True, type, lengths, axes, norm, overwrite_x, orthogonalize)


@documented()
def idctn(x: Any, type: int = 2, s: Lengths = None, axes: Lengths = None, norm: str | None = None,
          overwrite_x: bool = False, workers: int | None = None, *, orthogonalize: bool | None = None) -> Any:
    """Inverse discrete cosine transform along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real. For complex data complex, with real and imaginary parts transformed separately.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.idctn(np.ones((4, 6)), axes=(0,)).shape
    (4, 6)
    """
    array = begin(x, workers)
    lengths, along = _arguments.some_axes(array.shape, s, axes)
    if not along:
        return untransformed(x)
    return _transforms.real_to_real("dct", array, True, type, lengths, along, norm, overwrite_x, orthogonalize)


@documented()
def dst(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
        overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None) -> Any:
    """Discrete sine transform along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real. For complex data complex, with real and imaginary parts transformed separately.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.dst([1, 2, 3, 4]), 4)
    array([13.0656, -5.6569,  5.412 , -4.    ])
    """
    x = begin(x, workers)
    lengths, axes = _arguments.one_axis(x.shape, n, axis)
    return _transforms.real_to_real("dst", x, False, type, lengths, axes, norm, overwrite_x, orthogonalize)


@documented()
def dstn(x: Any, type: int = 2, s: Lengths = None, axes: Lengths = None, norm: str | None = None,
         overwrite_x: bool = False, workers: int | None = None, *, orthogonalize: bool | None = None) -> Any:
    """Discrete sine transform along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real. For complex data complex, with real and imaginary parts transformed separately.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.dstn(np.ones((4, 6)), axes=(0,)).shape
    (4, 6)
    """
    array = begin(x, workers)
    lengths, along = _arguments.some_axes(array.shape, s, axes)
    if not along:
        return untransformed(x)
    return _transforms.real_to_real("dst", array, False, type, lengths, along, norm, overwrite_x, orthogonalize)


@documented()
def idst(x: Any, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None,
         overwrite_x: bool = False, workers: int | None = None, orthogonalize: bool | None = None) -> Any:
    """Inverse discrete sine transform along one axis.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real. For complex data complex, with real and imaginary parts transformed separately.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.fft.idst([13.0656, -5.6569, 5.4120, -4]), 3)
    array([1., 2., 3., 4.])
    """
    x = begin(x, workers)
    lengths, axes = _arguments.one_axis(x.shape, n, axis)
    return _transforms.real_to_real("dst", x, True, type, lengths, axes, norm, overwrite_x, orthogonalize)


@documented()
def idstn(x: Any, type: int = 2, s: Lengths = None, axes: Lengths = None, norm: str | None = None,
          overwrite_x: bool = False, workers: int | None = None, *, orthogonalize: bool | None = None) -> Any:
    """Inverse discrete sine transform along some or all axes.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real. For complex data complex, with real and imaginary parts transformed separately.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.fft.idstn(np.ones((4, 6)), axes=(0,)).shape
    (4, 6)
    """
    array = begin(x, workers)
    lengths, along = _arguments.some_axes(array.shape, s, axes)
    if not along:
        return untransformed(x)
    return _transforms.real_to_real("dst", array, True, type, lengths, along, norm, overwrite_x, orthogonalize)
