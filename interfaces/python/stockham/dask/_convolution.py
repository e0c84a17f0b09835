"""fftconvolve for dask arrays. A small kernel meets each chunk with the edge of its neighbours; other arrays are transformed."""

from __future__ import annotations

from typing import Any, Sequence

import dask.array as da
import numpy as np

from .. import fft
from ..signal._convolution import convolved_axes, kept_part
from . import _blocks, _functions
from ._memory import block_limit


def fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> da.Array:
    """`scipy.signal.fftconvolve` of dask arrays, with the same arguments and result.

    Parameters
    ----------
    in1, in2 : dask.array.Array or array_like
        Arrays with the same number of axes and any chunks.
    mode : {"full", "same", "valid"}, optional
        As in `stockham.signal.fftconvolve`.
    axes : int or sequence of ints, optional
        The axes to convolve along; all by default.

    Returns
    -------
    dask.array.Array
        Not yet computed.
    """
    given = da.asarray(in1), da.asarray(in2)
    a, b = map(_functions.as_dask, given)
    if a.ndim != b.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    dtype = np.result_type(a.dtype, b.dtype)
    a, b = a.astype(dtype), b.astype(dtype)
    # A product of integers is theirs, as in scipy.
    factors = given if all(x.dtype.kind in "biu" for x in given) else (a, b)
    if a.ndim == 0:
        return factors[0] * factors[1]
    if a.size == 0 or b.size == 0:
        return da.zeros((0,))
    wanted = convolved_axes(a.shape, b.shape, mode, axes)
    along = wanted.convolved
    if wanted.swapped:
        a, b = b, a
    if not along:
        whole = factors[0] * factors[1]
    elif _is_kernel(b, a, along):
        whole = _by_blocks(a, b, along)
    elif _is_kernel(a, b, along):
        whole = _by_blocks(b, a, along)
    else:
        whole = _by_spectra(a, b, along)
    return whole if mode == "full" else whole[kept_part(whole.shape, a.shape, b.shape, mode, wanted)]


def _is_kernel(kernel: da.Array, x: da.Array, along: Sequence[int]) -> bool:
    """Whether every block of `x` can be convolved with all of the kernel: it is smaller than a block, and the same for all."""
    return kernel.nbytes <= block_limit()[0] // 4 and all(
        kernel.shape[k] <= max(x.chunks[k]) if k in along else kernel.shape[k] == 1 for k in range(x.ndim))


def _by_blocks(x: da.Array, kernel: da.Array, along: Sequence[int]) -> da.Array:
    """Overlap-save: a block with the end of the block before it gives the valid part of its own length."""
    edge = {k: kernel.shape[k] - 1 for k in along}
    padded = da.pad(x, [(edge.get(k, 0),) * 2 for k in range(x.ndim)])
    chunks = [_at_least(c, edge[k]) if k in along else c for k, c in enumerate(x.chunks)]
    inner = [(c[0] + edge[k], *c[1:-1], c[-1] + edge[k]) if k in along and len(c) > 1 else (sum(c) + 2 * edge[k],)
             if k in along else c for k, c in enumerate(chunks)]
    after = [(c[0], *c[1:-1], c[-1] + edge[k]) if k in along and len(c) > 1 else (sum(c) + edge[k],) if k in along else c
             for k, c in enumerate(chunks)]
    overlapping = da.overlap.overlap(padded.rechunk(tuple(inner)), {k: (edge.get(k, 0), 0) for k in range(x.ndim)}, "none",
                                     allow_rechunk=False)
    return overlapping.map_blocks(_blocks.convolve, kernel.rechunk(kernel.shape), dtype=x.dtype, chunks=tuple(after),
                                  meta=np.empty((0,) * x.ndim, x.dtype), axes=tuple(along))


def _at_least(chunks: Sequence[int], least: int) -> tuple[int, ...]:
    """Joins chunks until each has this many elements; the last one may join those before it."""
    joined: list[int] = [0]
    for n in chunks:
        if joined[-1] >= max(least, 1):
            joined.append(0)
        joined[-1] += n
    if len(joined) > 1 and joined[-1] < least:
        joined[-2:] = [joined[-2] + joined[-1]]
    return tuple(joined)


def _by_spectra(a: da.Array, b: da.Array, along: Sequence[int]) -> da.Array:
    real = a.dtype.kind == "f"
    ends = [a.shape[k] + b.shape[k] - 1 for k in along]
    padded = [fft.next_fast_len(n, real and k == along[-1]) for n, k in zip(ends, along)]
    forward, inverse = (_functions.rfftn, _functions.irfftn) if real else (_functions.fftn, _functions.ifftn)
    result = inverse(forward(a, padded, along) * forward(b, padded, along), padded, along)
    kept = dict(zip(along, ends))
    return result[tuple(slice(0, kept.get(k, n)) for k, n in enumerate(result.shape))]
