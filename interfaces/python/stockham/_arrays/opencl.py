"""The place of pyopencl arrays, in buffers or shared virtual memory: transforms on their own queue and after their events."""

from __future__ import annotations

import copy
from typing import Any, Sequence

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from .. import _stockham
from .._errors import refused
from .._transforms.request import Request
from .._transforms.types import PRECISIONS, dtype_of
from . import gather, memory
from .opencl_runs import description, enqueue, run
from .place import Place
from .queues import queue_of


class OpenCL(Place[cl_array.Array]):
    """Arrays on an OpenCL device. No operation but `norm` waits for the device."""

    def operand(self, x: Any, queue: Any = None) -> cl_array.Array:
        """A `pyopencl.SVM` object gets the queue that its memory was allocated for, else `queue`, else that of `using_queue`."""
        if not memory.is_shared(x):
            return x
        held = getattr(x, "mem", None)
        if not isinstance(held, np.ndarray):
            raise TypeError(f"{type(x).__name__} has no shape and type: pass a pyopencl.SVM of a numpy array, or a pyopencl "
                            "array with this object as its data")
        queue = memory.queue_of_memory(x) or queue or memory.chosen_queue()
        if queue is None:
            raise refused("queue", "the shared virtual memory was not allocated for a queue; use stockham.using_queue(queue)")
        return cl_array.Array(queue, held.shape, held.dtype, data=x if held.size else None, strides=held.strides)

    def given(self, x: Any) -> cl_array.Array:
        return _allocating(self.operand(x))

    def as_array(self, x: Any) -> cl_array.Array:
        x = self.given(x)
        if x.queue is None:
            raise ValueError("the array has no queue; use x.with_queue(queue)")
        if x.size and not isinstance(x.base_data, cl.MemoryObjectHolder) and not memory.is_shared(x.base_data):
            raise TypeError(f"the array's memory is {type(x.base_data).__name__}, neither a buffer nor shared virtual memory")
        if memory.is_shared(x.base_data):
            memory.memory_of("x", x, _end_of(x), x.queue)
        if x.dtype.char in PRECISIONS and x.dtype.isnative:
            return x
        if x.dtype.kind not in "fiub" or not x.dtype.isnative or x.dtype.char == "g":
            raise TypeError(f"device arrays of {x.dtype} are not supported")
        return gather.gathered(x, x.shape, np.dtype("f" if x.dtype.char == "e" else "d"))

    def fit(self, x: cl_array.Array, lengths: Sequence[int], axes: Sequence[int], to_complex: bool,
            conjugate: bool) -> tuple[cl_array.Array, bool]:
        shape = list(x.shape)
        for n, axis in zip(lengths, axes):
            shape[axis] = n
        converts = (to_complex and x.dtype.kind == "f") or conjugate
        if not converts and _is_plain(x):
            if tuple(shape) == x.shape:
                return x, False
            if all(n <= m for n, m in zip(shape, x.shape)):
                return x[tuple(slice(0, n) for n in shape)], False
        dtype = np.result_type(x.dtype, np.complex64) if to_complex else x.dtype
        return gather.gathered(x, tuple(shape), dtype, conjugate), True

    def empty(self, like: cl_array.Array, shape: tuple[int, ...], dtype: np.dtype) -> cl_array.Array:
        """It has the queue and the allocator of `like`."""
        like = _allocating(like)
        if like.shape == shape and like.dtype == dtype and like.flags.c_contiguous:
            return cl_array.empty_like(like)  # about 10 us faster
        return cl_array.Array(like.queue, shape, dtype, allocator=like.allocator)

    def _run(self, step: Request, x: cl_array.Array, out: cl_array.Array, plan: Any) -> None:
        if plan is None:
            run(step, x, out)
        else:
            plan.check_same(description(step, x, out))
            plan(x, out)

    def _output(self, x: cl_array.Array, out: Any) -> cl_array.Array:
        if not isinstance(out, cl_array.Array) and not memory.is_shared(out):
            raise TypeError(f"out must be an array on the device, not {type(out).__name__}")
        out = self.operand(out, x.queue)
        if not out.flags.c_contiguous:
            raise ValueError("out must be row-major without gaps")
        return out

    def _can_receive(self, out: cl_array.Array, x: cl_array.Array) -> bool:
        if memory.same_start(x, out):
            return bool(x.strides == out.strides and x.dtype == out.dtype and x.shape == out.shape)
        return not memory.same_base(x, out)

    def delivered(self, result: cl_array.Array, out: cl_array.Array | None) -> cl_array.Array:
        if out is None:
            return result
        if not memory.same_start(result, out):
            gather.gathered(result, result.shape, result.dtype, out=out)
        return out

    def enqueue(self, plan: _stockham.Plan, x: cl_array.Array, out: cl_array.Array, in_place: bool,
                wait_for: Sequence[cl.Event]) -> None:
        """Executes a plan on the queue of `x`."""
        enqueue(plan, queue_of(x.queue), x, out, in_place, wait_for)

    def conjugated(self, x: cl_array.Array) -> cl_array.Array:
        return gather.gathered(x, x.shape, x.dtype, conjugate=True, out=x)

    def as_pairs(self, x: cl_array.Array) -> cl_array.Array:
        dtype = dtype_of(PRECISIONS[x.dtype.char], is_complex=False)
        return _view(x, (*x.shape, 2), dtype, (*x.strides, dtype.itemsize))

    def from_pairs(self, x: cl_array.Array) -> cl_array.Array:
        return _view(x, x.shape[:-1], dtype_of(PRECISIONS[x.dtype.char], is_complex=True), x.strides[:-1])

    def scale_plane(self, x: cl_array.Array, axis: int, index: int, factor: float) -> None:
        gather.scale_plane(x, axis, index % x.shape[axis], factor)

    def shifted(self, x: Any, axes: Any, inverse: bool) -> cl_array.Array:
        x = self.given(x)
        some = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
        shift = [0] * x.ndim
        for axis in some:
            n = x.shape[axis]
            shift[axis] += n // 2 if inverse else n - n // 2  # numpy shifts a repeated axis repeatedly
        return gather.gathered(x, x.shape, x.dtype, shift=shift)

    def converted(self, x: cl_array.Array, dtype: np.dtype) -> cl_array.Array:
        return x if x.dtype == dtype else gather.gathered(x, x.shape, dtype)

    def product(self, a: cl_array.Array, b: cl_array.Array) -> cl_array.Array:
        if a.context != b.context:
            raise refused("in2", "the arrays belong to different contexts")
        return gather.product(a, b)

    def beside(self, like: cl_array.Array, values: np.ndarray) -> cl_array.Array:
        return cl_array.to_device(like.queue, values, allocator=like.allocator)

    def part(self, x: cl_array.Array, which: tuple[slice, ...]) -> cl_array.Array:
        inside = x[which]
        return gather.gathered(inside, inside.shape, x.dtype)

    def norm(self, x: cl_array.Array) -> float:
        return float(np.sqrt(gather.squares(x).get().sum())) if x.size else 0.0


OPENCL = OpenCL()


def _allocating(x: cl_array.Array) -> cl_array.Array:
    """`x`, or for shared virtual memory a view with an allocator of such memory: pyopencl would allocate a buffer."""
    if x.allocator is None and x.queue is not None and memory.is_shared(x.base_data):
        x = copy.copy(x)
        x.allocator = queue_of(x.queue).shared_allocator()
    return x


def _end_of(x: cl_array.Array) -> int:
    """The end of the array in its memory, in bytes."""
    steps = (s * (n - 1) for n, s in zip(x.shape, x.strides) if s > 0)
    return int(x.offset + sum(steps) + x.dtype.itemsize) if x.size else 0


def _is_plain(x: cl_array.Array) -> bool:
    """True if a plan can read the array without a copy."""
    size = x.dtype.itemsize
    return x.offset % size == 0 and all(n < 2 or (s >= 0 and s % size == 0) for n, s in zip(x.shape, x.strides))


def _view(x: cl_array.Array, shape: tuple[int, ...], dtype: np.dtype, strides: tuple[int, ...]) -> cl_array.Array:
    return cl_array.Array(x.queue, shape, dtype, allocator=x.allocator, data=x.base_data, offset=x.offset,
                          strides=strides, events=x.events)
