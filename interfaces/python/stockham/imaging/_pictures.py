"""Filters, convolution, spectra and peaks of pictures."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .. import _stockham
from .._errors import refused
from .._in_kind import in_kind
from . import _arrays
from ._described import described

__all__ = ["PowerDensity", "SpectralPeak", "convolve", "correlate", "filter", "find_peaks", "power_density", "spectrum"]


class PowerDensity(NamedTuple):
    """The power spectral density of pictures: means over rings of frequencies, and of all frequencies."""

    #: Cycles per pixel, from 1 / longer side to 0.5.
    frequency: np.ndarray
    #: The mean over the ring.
    power: np.ndarray
    #: The standard error of the mean.
    error: np.ndarray
    #: Points that were averaged; a point and its mirror image count once.
    count: np.ndarray
    #: (height, width), with the zero frequency at n // 2 along each axis.
    map: np.ndarray


class SpectralPeak(NamedTuple):
    """A regular pattern, amplitude * cos(2 pi (u x + v y) + phase)."""

    #: Cycles per pixel along a row.
    u: float
    #: Cycles per pixel along a column.
    v: float
    #: In the unit of the picture.
    amplitude: float
    #: Power relative to the median of its surroundings.
    prominence: float


def _channels_first(x: Any, channel_axis: int | None) -> Any:
    if channel_axis is None:
        return x
    if _arrays.is_on_device(x):
        raise refused("channel_axis", "pyopencl arrays have their channels first; use None")
    return np.moveaxis(np.asarray(x), channel_axis, 0)


def _result(made: Any, channel_axis: int | None) -> Any:
    return made if channel_axis is None else np.moveaxis(made, 0, channel_axis)


@in_kind
@described
def filter(image: Any, *, mask: Any = None, channel_axis: int | None = None, **options: Any) -> Any:
    """Filters pictures by gains at their frequencies, in cycles per pixel: 0 to 0.5 along an axis.

    The gain is the product of those that are given. A low-pass and a high-pass together are a band-pass.

    Parameters
    ----------
    image : array_like or pyopencl.array.Array
        Real, (height, width) or (..., height, width) with at most four axes.
    mask : array_like, optional
        Further gains, (height, width), with the zero frequency at n // 2 along each axis; needs boundary="wrap".
    channel_axis : int, optional
        The axis of the colour channels, as in scikit-image. By default they come first, or there are none.
    {options}

    Returns
    -------
    ndarray or pyopencl.array.Array
        Of the image's shape, where it is; float32 for float32 images, else float64.

    Raises
    ------
    ArgumentError
        For options out of range, or that contradict each other.
    TooLittleMemoryError
        If the device lacks the memory even for parts of one picture.

    Notes
    -----
    `large` and `small` are the sizes of ImageJ's bandpass filter. A pattern that `find_peaks` found is removed by its
    notch. The default boundary, "reflect", differs from filters that multiply an FFT, which wrap around.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> y, x = np.mgrid[:64, :64]
    >>> wave = np.cos(2 * np.pi * 0.25 * x)
    >>> bool(np.abs(stockham.imaging.filter(wave, notch=[(0.25, 0)], boundary="wrap")).max() < 1e-6)
    True
    """
    image = _channels_first(image, channel_axis)
    image, view, dtype = _arrays.picture_view("image", image)
    result = _arrays.empty(image, image.shape, dtype)
    gains = None
    if mask is not None:
        _arrays.beside("mask", image, mask)
        mask = _arrays.fitted("mask", mask, dtype)
        gains = _arrays.view_of(mask)
    _stockham.filter(_arrays.engine_of(image), view, _arrays.view_of(result), options, gains)
    return _result(result, channel_axis)


@in_kind
@described
def convolve(image: Any, kernel: Any, *, channel_axis: int | None = None, **options: Any) -> Any:
    """Convolves pictures or volumes with a smaller array along their last axes, as scipy.ndimage.convolve.

    Parameters
    ----------
    image : array_like or pyopencl.array.Array
        Real, with at most four axes.
    kernel : array_like or pyopencl.array.Array
        Real, with one to three axes, no larger than the image along its last axes. Its origin is at n // 2 along each. With
        `magnitude` an axis before them counts kernels.
    channel_axis : int, optional
        The axis of the colour channels, as in scikit-image. By default they come first, or there are none.
    {options}

    Returns
    -------
    ndarray or pyopencl.array.Array
        Of the image's shape, where it is; float32 for float32 images, else float64.

    Raises
    ------
    ArgumentError
        For a kernel that is larger than the image, or for options out of range.
    TooLittleMemoryError
        If the device lacks the memory even for parts of one picture.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.imaging.convolve(np.eye(3), np.ones((1, 3)), boundary="constant").round(6) + 0
    array([[1., 1., 0.],
           [1., 1., 1.],
           [0., 1., 1.]])
    """
    _arrays.beside("kernel", image, kernel)
    image = _channels_first(image, channel_axis)
    image, view, dtype = _arrays.picture_view("image", image)
    kernel = _arrays.fitted("kernel", kernel, dtype)
    result = _arrays.empty(image, image.shape, dtype)
    _stockham.convolve(_arrays.engine_of(image), view, _arrays.view_of(kernel), _arrays.view_of(result), options)
    return _result(result, channel_axis)


@in_kind
def correlate(image: Any, kernel: Any, *, channel_axis: int | None = None, boundary: str = "reflect") -> Any:
    """Correlates pictures or volumes with a smaller array, as scipy.ndimage.correlate: `convolve` with ``correlate=True``.

    Parameters
    ----------
    image, kernel, channel_axis
        As in `convolve`.
    boundary : str, optional
        Pixels beyond the edges, as in scipy.ndimage: constant, nearest, reflect, mirror or wrap.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Of the image's shape, where it is; float32 for float32 images, else float64.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.imaging.correlate(np.arange(4.0)[None], np.array([[0.0, 0, 1]])).round(6)
    array([[1., 2., 3., 3.]])
    """
    return convolve(image, kernel, channel_axis=channel_axis, correlate=True, boundary=boundary)


@in_kind
@described
def spectrum(image: Any, **options: Any) -> Any:
    """The magnitudes or phases of a picture's 2-D spectrum, with the zero frequency at n // 2 along each axis.

    Parameters
    ----------
    image : array_like or pyopencl.array.Array
        (height, width), real or complex. A complex one takes no window and no trend.
    {options}

    Returns
    -------
    ndarray or pyopencl.array.Array
        Real, of the image's shape, where it is.

    Raises
    ------
    ArgumentError
        For options out of range, or a symmetric window without a shape.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.imaging.spectrum(np.ones((3, 4))).round(6) + 0
    array([[ 0.,  0.,  0.,  0.],
           [ 0.,  0., 12.,  0.],
           [ 0.,  0.,  0.,  0.]])
    """
    dtype = _arrays.working_dtype(image)
    if dtype.kind == "c":
        image = _arrays.fitted("image", image, dtype)
        view, real = _arrays.view_of(image), np.dtype("f" if dtype.char == "F" else "d")
    else:
        image, view, real = _arrays.picture_view("image", image)
    result = _arrays.empty(image, image.shape, real)
    _stockham.spectrum(_arrays.engine_of(image), view, _arrays.view_of(result), options)
    return result


@in_kind
@described
def power_density(images: Any, **options: Any) -> PowerDensity:
    """The power spectral density of a picture or the mean of several: |F|^2 / sum(window^2) (Welch 1967).

    White noise of variance s^2 has power s^2 at every frequency.

    Parameters
    ----------
    images : array_like or pyopencl.array.Array
        Real, (height, width) or (pictures, height, width).
    {options}

    Returns
    -------
    PowerDensity

    Raises
    ------
    ArgumentError
        For pictures of one point, or options out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> noise = np.random.default_rng(0).normal(scale=3, size=(256, 256))
    >>> bool(abs(stockham.imaging.power_density(noise).power.mean() / 9 - 1) < 0.1)
    True
    """
    images, view, _ = _arrays.picture_view("pictures", images)
    rows, powers = _stockham.power_density(_arrays.engine_of(images), view, options)
    frequency, power, error, count = (np.array(column) for column in zip(*rows))
    return PowerDensity(frequency, power, error, count, np.array(powers).reshape(images.shape[-2:]))


@in_kind
@described
def find_peaks(image: Any, **options: Any) -> list[SpectralPeak]:
    """The peaks of a picture's spectrum: regular patterns such as hum, a screen or a weave, by falling prominence.

    Parameters
    ----------
    image : array_like or pyopencl.array.Array
        Real, (height, width) with at least 32 x 32 points.
    {options}

    Returns
    -------
    list of SpectralPeak
        Frequencies within 8 points of zero, which hold the content of pictures, are left out.

    Raises
    ------
    ArgumentError
        For a picture that is too small, or options out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> y, x = np.mgrid[:64, :64]
    >>> noise = np.random.default_rng(0).normal(size=(64, 64))
    >>> [(round(p.u, 2), round(p.v, 2)) for p in stockham.imaging.find_peaks(noise + 9 * np.cos(2 * np.pi * (x - y) / 4))]
    [(-0.25, 0.25)]
    """
    image, view, _ = _arrays.picture_view("image", image)
    return [SpectralPeak(*each) for each in _stockham.find_peaks(_arrays.engine_of(image), view, options)]
