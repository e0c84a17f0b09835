"""The class FFT of gpyfft.fft, for pyopencl arrays."""

from __future__ import annotations

from math import prod
from typing import Any, Sequence

import pyopencl as cl
import pyopencl.array as cl_array

from ..._transforms.layout import layout_of
from .._into import scaled_request, transform_into

__all__ = ["FFT"]


class FFT:
    """A transform of an array.

    Parameters
    ----------
    context : pyopencl.Context
        The context of the queue.
    queue : pyopencl.CommandQueue
        The queue that executes the transform.
    in_array : pyopencl.array.Array
        The input.
    out_array : pyopencl.array.Array, optional
        The output; without it the transform is in place.
    axes : sequence of ints, optional
        A real transform halves the first of the axes, as clFFT does. By default all axes, fastest axis first: from last to
        first, or from first to last for arrays in Fortran order.
    fast_math : bool, optional
        Ignored.
    real : bool, optional
        Whether complex input is the half spectrum of real output.
    callbacks : dict, optional
        Not supported: use `Plan.set_callback` for clFFT's callbacks, or `on_load` and `on_store` of stockham.Plan.
    """

    def __init__(self, context: cl.Context, queue: cl.CommandQueue, in_array: cl_array.Array,
                 out_array: cl_array.Array | None = None, axes: Sequence[int] | None = None, fast_math: bool = False,
                 real: bool = False, callbacks: Any = None) -> None:
        if callbacks:
            raise NotImplementedError("callbacks: not supported by FFT; use Plan.set_callback")
        self.context, self.queue = context, queue
        self.data, self.result = in_array, out_array
        self._kind = "r2c" if in_array.dtype.kind == "f" else "c2r" if real else "c2c"
        if self._kind != "c2c" and out_array is None:
            raise ValueError("out_array: must be given for a real transform")
        chosen = _default_axes(in_array) if axes is None else [int(a) for a in axes]
        out = in_array if out_array is None else out_array
        if self._kind == "r2c" and out.shape == in_array.shape and in_array.shape[chosen[0]] > 2:
            raise ValueError(f"out_array has the shape {out.shape}, but the first of the axes must be halved")
        request = scaled_request(layout_of(in_array), layout_of(out), chosen[::-1], self._kind, False)
        self._axes, self._points = request.axes, request.points
        self.t_shape = request.lengths[::-1]
        self.batchsize = prod(n for a, n in enumerate(request.input_shape) if a not in request.axes)

    def enqueue(self, forward: bool = True, wait_for_events: Sequence[cl.Event] | None = None) -> tuple[cl.Event, ...]:
        """Enqueues the transform. A backward transform divides by the number of points, as is the default of clFFT.

        A real transform has one direction: real data are transformed forward, and a half spectrum backward for any
        `forward`.
        """
        return self.enqueue_arrays(forward=forward, wait_for_events=wait_for_events)

    def enqueue_arrays(self, data: cl_array.Array | None = None, result: cl_array.Array | None = None,
                       forward: bool = True, wait_for_events: Sequence[cl.Event] | None = None) -> tuple[cl.Event, ...]:
        """Enqueues the transform of other arrays with the same shapes, strides and types as those passed to `FFT`."""
        if self.result is None and result is not None:
            raise ValueError("result: the transform is in place")
        x = self._like(data, self.data)
        out = x if self.result is None else self._like(result, self.result)
        backward = self._kind == "c2r" or not forward
        if self._kind == "r2c" and not forward:
            raise ValueError("forward: must be true for a transform of real data")
        scale = 1.0 / self._points if backward else 1.0
        return (transform_into(x, out, self._axes, self._kind, backward, scale, self.queue, wait_for_events or ()),)

    @staticmethod
    def _like(given: cl_array.Array | None, planned: cl_array.Array) -> cl_array.Array:
        if given is None:
            return planned
        if (given.shape, given.strides, given.dtype) != (planned.shape, planned.strides, planned.dtype):
            raise ValueError(f"the array has shape {given.shape}, strides {given.strides} and type {given.dtype}; the FFT was "
                             f"made for {planned.shape}, {planned.strides} and {planned.dtype}")
        return given


def _default_axes(x: cl_array.Array) -> list[int]:
    """All axes, fastest first."""
    fortran = x.flags.f_contiguous and not x.flags.c_contiguous
    return list(range(x.ndim)) if fortran else list(reversed(range(x.ndim)))
