"""Convolutions and correlations by Fourier transforms of whole arrays."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence, overload

import numpy as np

from .. import _exact, fft
from .._arrays.choice import place_of
from .._arrays.host import HOST
from .._arrays.place import Place
from .._errors import refused
from .._in_kind import in_kind
from .._transforms.arguments import some_axes
from .._typed import DeviceArray, Plain


def _sections(full: tuple[int, ...], wanted: Sequence[int]) -> tuple[slice, ...]:
    """The middle of each axis."""
    return tuple(slice((n - m) // 2, (n - m) // 2 + m) for n, m in zip(full, wanted))


class Axes(NamedTuple):
    """The axes of a convolution: those that the caller names, and those of them along which both arrays have several points.
    Along all other axes it is a product."""

    named: tuple[int, ...]
    convolved: tuple[int, ...]
    swapped: bool  # the second array is the larger one, and comes first


def common_place(in1: Any, in2: Any) -> Place[Any]:
    """The place of both arrays."""
    place = place_of(in1)
    if place_of(in2) is not place:
        raise refused("in2", "one of the arrays is in host memory and the other on a device")
    return place


def _check_mode(mode: str) -> None:
    if mode not in ("full", "same", "valid"):
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")


def _must_swap(mode: str, a: tuple[int, ...], b: tuple[int, ...], axes: Sequence[int]) -> bool:
    """Whether to swap the arrays: in mode "valid" the larger one comes first. Raises ValueError if neither is larger on all
    axes."""
    if mode != "valid":
        return False
    if all(a[k] >= b[k] for k in axes):
        return False
    if all(b[k] >= a[k] for k in axes):
        return True
    raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")


@overload
def fftconvolve(in1: Plain, in2: Plain, mode: str = "full", axes: Any = None) -> np.ndarray: ...


@overload
def fftconvolve(in1: DeviceArray, in2: DeviceArray, mode: str = "full", axes: Any = None) -> DeviceArray: ...


@overload
def fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any: ...


@in_kind
def fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """The linear convolution of two arrays, by Fourier transforms.

    Parameters
    ----------
    in1, in2 : array_like, pyopencl.array.Array or pyopencl.SVM
        Arrays with the same number of axes, both in host memory or both on a device. They broadcast along axes that are not convolved.
    mode : {"full", "same", "valid"}, optional
        The whole result, its middle part with the size of `in1` along the convolved axes, or the part that does not depend on
        zero padding.
    axes : int or sequence of ints, optional
        The axes to convolve along; all by default.

    Returns
    -------
    ndarray or pyopencl.array.Array
        The convolution, where the arrays are; see `stockham.fft`. Along axes that are not convolved, it has all points, also in
        mode "same", in which scipy keeps only as many as `in1` has.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> np.round(stockham.signal.fftconvolve([1., 2., 3.], [0., 1., .5]), 6)
    array([0. , 1. , 2.5, 4. , 1.5])
    """
    place = common_place(in1, in2)
    a, b = place.given(in1), place.given(in2)
    if a.ndim != b.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if a.ndim == 0:
        return _product(place, a, b)
    if a.size == 0 or b.size == 0:
        _check_mode(mode)
        return place.empty(a, (0,), np.dtype("d"))
    along = convolved_axes(a.shape, b.shape, mode, axes)
    if along.swapped:
        a, b = b, a
    whole = _whole(place, a, b, along.convolved)
    if mode == "full":
        return whole
    return place.part(whole, kept_part(whole.shape, a.shape, b.shape, mode, along))


def convolved_axes(a: tuple[int, ...], b: tuple[int, ...], mode: str, axes: Any = None) -> Axes:
    """Checks the arguments of a convolution."""
    _check_mode(mode)
    _, named = some_axes(a, None, axes)
    if axes is not None and not named:
        raise ValueError("when provided, axes cannot be empty")
    along = tuple(k for k in named if a[k] != 1 and b[k] != 1)
    if any(k not in along and a[k] != b[k] and 1 not in (a[k], b[k]) for k in range(len(a))):
        raise ValueError(f"incompatible shapes for in1 and in2: {a} and {b}")
    return Axes(named, along, _must_swap(mode, a, b, along))


def kept_part(whole: tuple[int, ...], a: tuple[int, ...], b: tuple[int, ...], mode: str, axes: Axes) -> tuple[slice, ...]:
    """The part of the whole convolution of arrays of shapes `a` and `b` that a mode keeps."""
    if mode == "same":
        return _sections(whole, [a[k] if k in axes.named else n for k, n in enumerate(whole)])
    return _sections(whole, [a[k] - b[k] + 1 if k in axes.convolved else n for k, n in enumerate(whole)])


def _product(place: Place[Any], a: Any, b: Any) -> Any:
    """The elementwise product, in the common type of both arrays."""
    dtype = np.result_type(a.dtype, b.dtype)
    if place is not HOST and dtype.kind not in "iub":
        dtype = np.result_type(dtype, np.float32)  # no product on a device is in half precision
        a, b = place.as_array(a), place.as_array(b)
    return place.product(place.converted(a, dtype), place.converted(b, dtype))


def _whole(place: Place[Any], a: Any, b: Any, axes: Sequence[int]) -> Any:
    if not axes:
        return _product(place, a, b)
    a, b = place.as_array(a), place.as_array(b)
    dtype = np.result_type(a.dtype, b.dtype)
    a, b = place.converted(a, dtype), place.converted(b, dtype)
    real = dtype.kind == "f"
    ends = [a.shape[k] + b.shape[k] - 1 for k in axes]
    padded = [fft.next_fast_len(n, real and k == axes[-1]) for n, k in zip(ends, axes)]
    forward, inverse = (fft.rfftn, fft.irfftn) if real else (fft.fftn, fft.ifftn)
    spectrum = place.product(forward(a, padded, axes), forward(b, padded, axes))
    result = inverse(spectrum, padded, axes, overwrite_x=True)
    kept = [slice(None)] * result.ndim
    for n, k in zip(ends, axes):
        kept[k] = slice(0, n)
    return place.part(result, tuple(kept))


@overload
def correlate(in1: Plain, in2: Plain, mode: str = "full", method: str = "auto") -> np.ndarray: ...


@overload
def correlate(in1: DeviceArray, in2: DeviceArray, mode: str = "full", method: str = "auto") -> DeviceArray: ...


@overload
def correlate(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any: ...


@in_kind
def correlate(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    """The cross-correlation of two arrays.

    Parameters
    ----------
    in1, in2 : array_like, pyopencl.array.Array or pyopencl.SVM
        Arrays with the same number of axes, both in host memory or both on a device.
    mode : {"full", "same", "valid"}, optional
        As in `fftconvolve`.
    method : {"auto", "fft", "direct"}, optional
        "direct" adds up the products in numpy, for arrays in host memory; the others use Fourier transforms.

    Returns
    -------
    ndarray or pyopencl.array.Array
        The correlation, where the arrays are, in their common type (on a device at least in single precision). Integers are
        exact sums, which wrap around as sums of numpy's integers do. Arrays of Python's integers are correlated directly.

    Raises
    ------
    ArgumentError
        For integers on a device that are too large for an exact correlation in double precision.

    Examples
    --------
    >>> import stockham
    >>> stockham.signal.correlate([1, 2, 3], [0, 1, 2])
    array([2, 5, 8, 3, 0])
    """
    place = common_place(in1, in2)
    a, b = place.given(in1), place.given(in2)
    if method not in ("auto", "fft", "direct"):
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    if method == "direct" and place is not HOST:
        raise refused("method", "device arrays are correlated by Fourier transforms; 'direct' needs numpy arrays")
    _check_mode(mode)
    if a.ndim != b.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    dtype = np.result_type(a.dtype, b.dtype)
    if dtype.kind not in "biufcO":
        raise TypeError(f"arrays of {dtype} are not supported")
    if a.ndim == 0:
        return _product(place, a, b.conj() if dtype.kind == "c" else b)
    swapped = _must_swap(mode, a.shape, b.shape, range(a.ndim))
    if swapped:
        a, b = b, a
    correlator = _direct if method == "direct" or dtype.kind == "O" else _of_integers if dtype.kind in "biu" else _of_numbers
    result = correlator(place, a, b, mode)
    if swapped:
        result = _mirrored(place, result)
    if dtype.kind == "O" or (dtype.char == "e" and place is not HOST):
        return result
    return place.converted(result, dtype)


def _of_numbers(place: Place[Any], a: Any, b: Any, mode: str) -> Any:
    return fftconvolve(place.as_array(a), _mirrored(place, place.as_array(b)), mode)


def _direct(place: Place[Any], a: np.ndarray, b: np.ndarray, mode: str) -> Any:
    if a.size == 0 or b.size == 0:
        return np.empty((0,), np.result_type(a, b))
    whole = _exact.convolve_directly(a, _mirrored(place, b))
    if mode == "full":
        return whole
    return whole[kept_part(whole.shape, a.shape, b.shape, mode, convolved_axes(a.shape, b.shape, mode))].copy()


def _of_integers(place: Place[Any], a: Any, b: Any, mode: str) -> Any:
    """The exact correlation of integers. On a device they are in double precision."""
    if place is not HOST:
        a, b = place.as_array(a), place.as_array(b)
    norms, b = place.norm(a) * place.norm(b), _mirrored(place, b)
    if place is HOST:
        return _exact.convolve_integers(a, b, norms, lambda x, y: fftconvolve(x, y, mode))
    if not _exact.is_exact(norms, _exact.points_of(a, b)):
        raise refused("in1", "the integers are too large for an exact correlation in double precision; use numpy arrays")
    return fftconvolve(a, b, mode)


def _mirrored(place: Place[Any], x: Any) -> Any:
    """The conjugate of `x`, reversed along all axes."""
    backwards = x[(slice(None, None, -1),) * x.ndim] if x.ndim else x
    return place.fit(backwards, x.shape, range(x.ndim), to_complex=False, conjugate=True)[0]
