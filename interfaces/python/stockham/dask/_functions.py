"""The functions of scipy.fft for dask arrays."""

from __future__ import annotations

from typing import Any, Callable, Sequence, Union

import dask.array as da
import numpy as np

from .._transforms import arguments
from . import _blocks
from ._memory import block_limit
from ._steps import Search, find_steps

Lengths = Union[Sequence[int], int, None]


def as_dask(x: Any) -> da.Array:
    """`x` as a dask array of a type that a device has, converted as by scipy.fft."""
    x = da.asarray(x)
    if any(n != n for n in x.shape):
        raise ValueError("x has chunks of unknown sizes; call x.compute_chunk_sizes() before")
    if x.dtype.char in "gG":
        raise TypeError(f"OpenCL has no type as precise as {x.dtype}: convert the array to float64 or complex128")
    if x.dtype.char == "e":
        return x.astype(np.float32)
    if x.dtype.kind not in "fc":
        if x.dtype.kind not in "biu":
            raise TypeError(f"cannot transform an array of {x.dtype}")
        return x.astype(np.float64)
    return x.astype(x.dtype.newbyteorder("="))


def _transform(base: str, x: Any, lengths: Lengths, axes: Any, norm: Any, one: bool, workers: Any, plan: Any) -> da.Array:
    """`base` is fft, ifft, rfft, irfft, hfft or ihfft."""
    if plan is not None:
        raise NotImplementedError("plan: workers make their own plans")
    if workers is not None:
        arguments.worker_count(workers)
    arguments.normalization(norm, base.startswith("i"))
    x = as_dask(x)
    to_real, to_half = base in ("irfft", "hfft"), base in ("rfft", "ihfft")
    if to_half and x.dtype.kind == "c":
        raise TypeError("x must be a real sequence")
    shape = list(x.shape)
    if to_real and lengths is None and shape:  # by default, an even length
        last = axes if one else -1 if axes is None or not len(axes) else axes[-1]
        shape[last] = 2 * (shape[last] - 1)
    check: Any = arguments.one_axis if one else arguments.some_axes
    n, along = check(shape, lengths, axes)
    if not along:
        return x
    return _in_steps(base, x, dict(zip(along, n)), along[-1], norm, to_real, to_half)


def _in_steps(base: str, x: da.Array, lengths: dict[int, int], last: int, norm: Any, to_real: bool, to_half: bool) -> da.Array:
    complex_type = np.result_type(x.dtype, np.complex64)
    result_type = complex_type if not to_real else np.zeros(0, complex_type).real.dtype
    out = {a: n // 2 + 1 if to_half and a == last else n for a, n in lengths.items()}
    limit, workers = block_limit()
    search = Search({a: (x.shape[a], out[a]) for a in lengths}, last if to_half else None, last if to_real else None,
                    (x.dtype.itemsize, complex_type.itemsize, result_type.itemsize), limit, workers)
    steps = find_steps(x.chunks, search)
    complex_function = {"rfft": "fft", "ihfft": "ifft", "irfft": "ifft", "hfft": "fft"}.get(base, base)
    for number, (axes, chunks) in enumerate(steps):
        special = (to_half and number == 0) or (to_real and number == len(steps) - 1)
        name = base if special or not (to_half or to_real) else complex_function
        axes = tuple(a for a in axes if a != last) + ((last,) if last in axes else ())
        ends = result_type if number == len(steps) - 1 else complex_type
        after = tuple((out[a],) if a in axes else c for a, c in enumerate(chunks))
        x = x.rechunk(chunks).map_blocks(_blocks.transform, dtype=ends, chunks=after,
                                         meta=np.empty((0,) * x.ndim, ends), function=f"{name}n",
                                         lengths=tuple(lengths[a] for a in axes), axes=axes, norm=norm)
    return x


def _one_axis(base: str) -> Callable[..., da.Array]:
    def function(x: Any, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool = False,
                 workers: int | None = None, *, plan: Any = None) -> da.Array:
        return _transform(base, x, n, axis, norm, True, workers, plan)

    return _named(function, base)


def _two_axes(base: str) -> Callable[..., da.Array]:
    def function(x: Any, s: Lengths = None, axes: Any = (-2, -1), norm: str | None = None, overwrite_x: bool = False,
                 workers: int | None = None, *, plan: Any = None) -> da.Array:
        return _transform(base, x, s, axes, norm, False, workers, plan)

    return _named(function, f"{base}2")


def _many_axes(base: str) -> Callable[..., da.Array]:
    def function(x: Any, s: Lengths = None, axes: Any = None, norm: str | None = None, overwrite_x: bool = False,
                 workers: int | None = None, *, plan: Any = None) -> da.Array:
        return _transform(base, x, s, axes, norm, False, workers, plan)

    return _named(function, f"{base}n")


def _named(function: Callable[..., da.Array], name: str) -> Callable[..., da.Array]:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""`scipy.fft.{name}` of a dask array, with the same arguments and result.

    Parameters
    ----------
    x : dask.array.Array or array_like
        The input, with any chunks. It is rechunked so that transformed axes have one chunk.
    overwrite_x, workers
        Checked and ignored.
    plan
        Must be None.

    Returns
    -------
    dask.array.Array
        Not yet computed.
    """
    return function


fft, ifft, rfft, irfft, hfft, ihfft = map(_one_axis, ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"))
fft2, ifft2, rfft2, irfft2, hfft2, ihfft2 = map(_two_axes, ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"))
fftn, ifftn, rfftn, irfftn, hfftn, ihfftn = map(_many_axes, ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"))
