"""The modified discrete cosine transform: overlapping blocks of 2 n samples become n numbers each, without loss.

J. P. Princen, A. B. Bradley: Analysis/synthesis filter bank design based on time domain aliasing cancellation. IEEE Transactions
on Acoustics, Speech, and Signal Processing 34, 1986. Each block is folded to n numbers, whose cosine transform of type 4 is the
result. The inverse returns folded blocks; what folding added to them cancels in the sum of neighbouring blocks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import fft
from .._in_kind import in_kind
from ._segments import on_host, overlap_added, segments_of
from ._windows import window_of


def _window(window: Any, n: int) -> np.ndarray:
    """The window of 2 n points, whose squares and those n points later add up to 1."""
    if window is None:
        return np.asarray(np.sin(np.pi / (2 * n) * (np.arange(2 * n) + 0.5)))
    window = window_of(window, 2 * n, False) if isinstance(window, (str, tuple)) else np.asarray(window)
    if window.shape != (2 * n,):
        raise ValueError(f"the window must have {2 * n} points, not shape {window.shape}")
    if not np.allclose(window[:n] ** 2 + window[n:] ** 2, 1, rtol=0, atol=1e-6) or not np.allclose(window, window[::-1], atol=1e-6):
        raise ValueError("the window must be symmetric, and its squares must add up to 1 with those n points later")
    return np.asarray(window)


def _points(n: int) -> int:
    if n != int(n) or n < 2 or n % 2:
        raise ValueError(f"n must be even and at least 2 (got {n})")
    return int(n)


@in_kind
def mdct(x: Any, n: int, window: Any = None, *, axis: int = -1) -> np.ndarray:
    """The modified discrete cosine transform of real signals: for each block of ``2 * n`` samples, which begin `n` samples after
    one another, ``sqrt(2 / n) * sum(w[j] * x[j] * cos(pi / n * (j + 0.5 + n / 2) * (k + 0.5)))``.

    Parameters
    ----------
    x : array_like
        Real signals, which zeros continue: the first block begins `n` samples before them.
    n : int
        Frequencies, an even number.
    window : array_like, str or tuple, optional
        A symmetric window of ``2 * n`` points, whose squares add up to 1 with those `n` points later. By default half a period of
        a sine.
    axis : int, optional
        The axis of the samples.

    Returns
    -------
    ndarray
        Real: frequencies along `axis`, blocks along the last axis.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> x = np.random.default_rng(0).random(100)
    >>> blocks = stockham.signal.mdct(x, 16)
    >>> blocks.shape, bool(np.allclose(stockham.signal.imdct(blocks)[:100], x))
    ((16, 8), True)
    """
    x = on_host("mdct", x)
    if np.iscomplexobj(x):
        raise TypeError("x must be real")
    n = _points(n)
    x = np.moveaxis(x, axis, -1)
    count = -(-x.shape[-1] // n) + 1
    dtype = np.result_type(x.dtype, np.float32)
    x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(n, count * n - x.shape[-1])])
    blocks = segments_of(x, 2 * n, n) * _window(window, n).astype(dtype)
    a, b, c, d = np.moveaxis(blocks.reshape(*blocks.shape[:-1], 4, n // 2), -2, 0)
    folded = np.concatenate([-c[..., ::-1] - d, a - b[..., ::-1]], axis=-1)
    result = np.moveaxis(np.asarray(fft.dct(folded, 4, norm="ortho")), -1, -2)
    return np.moveaxis(result, -2, axis if axis >= 0 else axis - 1)


@in_kind
def imdct(X: Any, window: Any = None, *, axis: int = -2) -> np.ndarray:
    """Inverts `mdct`.

    Parameters
    ----------
    X : array_like
        Frequencies along `axis`, blocks along the last axis.
    window : array_like, str or tuple, optional
        The window of `mdct`.
    axis : int, optional
        The axis of the frequencies, and of the samples.

    Returns
    -------
    ndarray
        The signals, with zeros up to a multiple of the number of frequencies.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.signal.imdct(np.ones((4, 3))).shape
    (8,)
    """
    blocks = on_host("imdct", X)
    if np.iscomplexobj(blocks) or blocks.ndim < 2:
        raise TypeError("X must be real and have axes of frequencies and blocks")
    axis %= blocks.ndim
    if axis == blocks.ndim - 1:
        raise ValueError("the last axis is that of the blocks")
    blocks = np.moveaxis(blocks, axis, -1)
    n = _points(blocks.shape[-1])
    folded = np.asarray(fft.dct(blocks, 4, norm="ortho"))
    first, second = folded[..., :n // 2], folded[..., n // 2:]
    whole = np.concatenate([second, -second[..., ::-1], -first[..., ::-1], -first], axis=-1)
    x = overlap_added(whole * _window(window, n).astype(whole.dtype), n)[..., n:-n]
    return np.moveaxis(x, -1, axis)
