"""The helper functions of scipy.fft: lengths, frequencies, shifts, workers."""

from __future__ import annotations

import contextlib
import operator
import threading
from typing import Any, Iterator

import numpy as np

from .. import _devices, _stockham
from .._arrays.choice import place_of
from .._errors import refused
from .._in_kind import in_kind_with_units
from .._transforms.arguments import MOST_POINTS, worker_count


def next_fast_len(target: int, real: bool = False, *, device: _devices.Choice = None, dtype: Any = np.complex128,
                  batch: int = 1) -> int:
    """The smallest fast length of at least `target`. Fast lengths have no prime factor above 13. With a device, the length
    that is fastest there by the cost model, at most a tenth above `target` if any fast length is.

    Parameters
    ----------
    target : int
        The minimal length.
    real : bool, optional
        Whether the data are real. If so, the result is even, unless a device is given.
    device : str, int or Device, optional
        The device; see `stockham.find_device`.
    dtype : dtype, optional
        The data, which determine the precision. Used only with a device.
    batch : int, optional
        The number of transforms. Used only with a device.

    Returns
    -------
    int
        The length. It can differ from scipy's, because pocketfft has other fast lengths.

    Examples
    --------
    >>> import stockham
    >>> stockham.fft.next_fast_len(1021)
    1024
    >>> stockham.fft.next_fast_len(509, real=True)
    512
    """
    n = operator.index(target)
    if n < 0:
        raise ValueError("Target length must be positive")
    if n > MOST_POINTS:
        raise refused("target", f"axes have at most {MOST_POINTS} points (got {n})")
    if device is not None:
        precision = "f32" if np.dtype(dtype).char in "eFf" else "f64"
        problem = f"{'r2c' if real else 'c2c'} {precision} {max(n, 1)} b{operator.index(batch)}"
        return _stockham.good_size_on(_devices.find_device(device).int_ptr, problem)
    if not real or n <= 1:
        return _stockham.good_size(max(n, 1))
    return 2 * _stockham.good_size((n + 1) // 2)


def prev_fast_len(target: int, real: bool = False) -> int:
    """The largest fast length of at most `target`; see `next_fast_len`.

    Parameters
    ----------
    target : int
        The maximal length.
    real : bool, optional
        Whether the data are real.

    Returns
    -------
    int
        The length.

    Examples
    --------
    >>> import stockham
    >>> stockham.fft.prev_fast_len(1021)
    1014
    """
    n = min(operator.index(target), MOST_POINTS)
    if n < 1:
        raise ValueError("Target length must be positive")
    def fast(least: int) -> int:
        return next_fast_len(least, real and least > 1)

    step, least = 1, n
    while (found := fast(least)) > n:
        least, step = max(1, n - step), 2 * step
    while found < n and (longer := fast(found + 1)) <= n:
        found = longer
    return found


@in_kind_with_units
def fftshift(x: Any, axes: Any = None) -> Any:
    """Shifts the zero frequency to the middle, as numpy.fft.fftshift. Shifts pyopencl arrays on their device.

    Parameters
    ----------
    x : array_like, pyopencl.array.Array or pyopencl.SVM
        The spectrum.
    axes : int or sequence of ints, optional
        The axes to shift; all by default.

    Returns
    -------
    ndarray or pyopencl.array.Array
        The shifted array.

    Examples
    --------
    >>> import stockham
    >>> stockham.fft.fftshift([0., 1., 2., -2., -1.])
    array([-2., -1.,  0.,  1.,  2.])
    """
    return place_of(x).shifted(x, axes, inverse=False)


@in_kind_with_units
def ifftshift(x: Any, axes: Any = None) -> Any:
    """The inverse of `fftshift`.

    Parameters
    ----------
    x : array_like, pyopencl.array.Array or pyopencl.SVM
        The shifted spectrum.
    axes : int or sequence of ints, optional
        The axes to shift; all by default.

    Returns
    -------
    ndarray or pyopencl.array.Array
        The array with the zero frequency first.

    Examples
    --------
    >>> import stockham
    >>> stockham.fft.ifftshift([-2., -1.,  0.,  1.,  2.])
    array([ 0.,  1.,  2., -2., -1.])
    """
    return place_of(x).shifted(x, axes, inverse=True)


_workers = threading.local()


@contextlib.contextmanager
def set_workers(workers: int) -> Iterator[None]:
    """A context manager in which `get_workers` returns this number. It has no other effect, because the device schedules its
    own threads.

    Parameters
    ----------
    workers : int
        As in scipy.fft: -1 is the number of processors.
    """
    before = get_workers()
    _workers.count = worker_count(workers)
    try:
        yield
    finally:
        _workers.count = before


def get_workers() -> int:
    """The number set by `set_workers`; 1 by default.

    Returns
    -------
    int
        The number.
    """
    return getattr(_workers, "count", 1)
