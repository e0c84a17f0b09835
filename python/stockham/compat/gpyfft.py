"""gpyfft's FFT over pyopencl arrays: ``from stockham.compat.gpyfft import FFT`` (or ``.fft import FFT``'s place).

What differs: any number of axes, any lengths, strides and offsets; a transform without `out_array` is in place, as there.
"""

from __future__ import annotations

from math import prod
from typing import Any, Sequence

import pyopencl as cl
import pyopencl.array as cl_array

from ._into import transform_into

__all__ = ["FFT"]


class FFT:
    """A transform of an array.

    Parameters
    ----------
    context : pyopencl.Context
        That of the queue.
    queue : pyopencl.CommandQueue
        Where the transform runs.
    in_array : pyopencl.array.Array
        The input.
    out_array : pyopencl.array.Array, optional
        The result; without it the transform is in place.
    axes : sequence of ints, optional
        Of real data the first one is halved, as with clFFT; by default all, the fastest first.
    fast_math : bool, optional
        Means nothing here.
    real : bool, optional
        Complex input is half of the spectrum of real output.
    callbacks : dict, optional
        Refused: clFFT's callbacks have another form than stockham.Plan's `on_load` and `on_store`.
    """

    def __init__(self, context: cl.Context, queue: cl.CommandQueue, in_array: cl_array.Array,
                 out_array: cl_array.Array | None = None, axes: Sequence[int] | None = None, fast_math: bool = False,
                 real: bool = False, callbacks: Any = None) -> None:
        if callbacks:
            raise NotImplementedError("clFFT's callbacks are not taken: see on_load and on_store of stockham.Plan")
        self.context, self.queue = context, queue
        self.data, self.result = in_array, out_array
        fastest_first = sorted(range(in_array.ndim), key=lambda a: in_array.strides[a])
        chosen = fastest_first if axes is None else [int(a) % in_array.ndim for a in axes]
        self._axes = tuple(reversed(chosen))
        to_real = real and in_array.dtype.kind == "c"
        self._kind = "r2c" if in_array.dtype.kind == "f" else "c2r" if to_real else "c2c"
        side = out_array if to_real and out_array is not None else in_array
        self._points = prod(side.shape[a] for a in self._axes)
        self.t_shape = tuple(side.shape[a] for a in chosen)
        if self._kind != "c2c" and out_array is None:
            raise ValueError("real transforms have an out_array")

    def enqueue(self, forward: bool = True, wait_for_events: Sequence[cl.Event] | None = None) -> list[cl.Event]:
        """Enqueues the transform: forward as it is, backward divided by the number of points, as clFFT's defaults are."""
        return self.enqueue_arrays(forward=forward, wait_for_events=wait_for_events)

    def enqueue_arrays(self, data: cl_array.Array | None = None, result: cl_array.Array | None = None,
                       forward: bool = True, wait_for_events: Sequence[cl.Event] | None = None) -> list[cl.Event]:
        """The same of other arrays of the same layout."""
        x = self._like(data, self.data)
        out = x if self.result is None else self._like(result, self.result)
        backward = self._kind == "c2r" or not forward
        if self._kind == "r2c" and not forward:
            raise ValueError("a transform of real data is forward")
        scale = 1.0 / self._points if backward else 1.0
        return [transform_into(x, out, self._axes, self._kind, backward, scale, self.queue, wait_for_events or ())]

    @staticmethod
    def _like(given: cl_array.Array | None, planned: cl_array.Array) -> cl_array.Array:
        if given is None:
            return planned
        if (given.shape, given.strides, given.dtype) != (planned.shape, planned.strides, planned.dtype):
            raise ValueError("the array is not like the one that the transform was made for")
        return given
