"""Transforms of pyopencl arrays in buffers or shared virtual memory, on their own queue and after their events."""

from __future__ import annotations

import copy
import threading
from math import prod
from typing import Any, Sequence

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from . import _gather, _plans, _shared, _stockham
from ._errors import refused
from ._queues import Queue, enqueue, queue_of
from ._request import Request, describe, element_size, is_complex_output, steps_of
from ._shared import same_start

_PRECISIONS = {"f": "f32", "F": "f32", "d": "f64", "D": "f64"}
# Guards the lists of events, which views of an array share. Re-entrant, because a signal handler may run a transform.
_events_lock = threading.RLock()
_DTYPES: dict[tuple[str, bool], np.dtype[Any]] = {
    ("f32", False): np.dtype("f"), ("f32", True): np.dtype("F"), ("f64", False): np.dtype("d"), ("f64", True): np.dtype("D")}


def device_array(x: Any, queue: Any = None) -> cl_array.Array:
    """`x` as a pyopencl array. A `pyopencl.SVM` object gets the queue that its memory was allocated for, else `queue`, else the
    queue of `using_queue`."""
    if not _shared.is_shared(x):
        return x
    held = getattr(x, "mem", None)
    if not isinstance(held, np.ndarray):
        raise TypeError(f"{type(x).__name__} has no shape and type: pass a pyopencl.SVM of a numpy array, or a pyopencl array "
                        "with this object as its data")
    queue = _shared.queue_of_memory(x) or queue or _shared.chosen_queue()
    if queue is None:
        raise refused("queue", "the shared virtual memory was not allocated for a queue; use stockham.using_queue(queue)")
    return cl_array.Array(queue, held.shape, held.dtype, data=x if held.size else None, strides=held.strides)


def _allocating(x: cl_array.Array) -> cl_array.Array:
    """`x`, or for shared virtual memory a view with an allocator of such memory: pyopencl would allocate a buffer."""
    if x.allocator is None and x.queue is not None and _shared.is_shared(x.base_data):
        x = copy.copy(x)
        x.allocator = queue_of(x.queue).shared_allocator()
    return x


def as_array(x: Any) -> cl_array.Array:
    """`x` as float32, float64, complex64 or complex128: float16 becomes float32, integers become float64."""
    x = _allocating(device_array(x))
    if x.queue is None:
        raise ValueError("the array has no queue; use x.with_queue(queue)")
    if x.size and not isinstance(x.base_data, cl.MemoryObjectHolder) and not _shared.is_shared(x.base_data):
        raise TypeError(f"the array's memory is {type(x.base_data).__name__}, neither a buffer nor shared virtual memory")
    if _shared.is_shared(x.base_data):
        _shared.memory_of("x", x, _end_of(x), x.queue)
    if x.dtype.char in _PRECISIONS and x.dtype.isnative:
        return x
    if x.dtype.kind not in "fiub" or not x.dtype.isnative or x.dtype.char == "g":
        raise TypeError(f"device arrays of {x.dtype} are not supported")
    return _gather.gathered(x, x.shape, np.dtype("f" if x.dtype.char == "e" else "d"))


def _end_of(x: cl_array.Array) -> int:
    """The end of the array in its memory, in bytes."""
    steps = (s * (n - 1) for n, s in zip(x.shape, x.strides) if s > 0)
    return int(x.offset + sum(steps) + x.dtype.itemsize) if x.size else 0


def _is_plain(x: cl_array.Array) -> bool:
    """True if a plan can read the array without a copy."""
    size = x.dtype.itemsize
    return x.offset % size == 0 and all(n < 2 or (s >= 0 and s % size == 0) for n, s in zip(x.shape, x.strides))


def fit(x: cl_array.Array, lengths: Sequence[int], axes: Sequence[int], to_complex: bool,
        conjugate: bool) -> tuple[cl_array.Array, bool]:
    """`x` truncated or zero-padded to these lengths; and whether it is a copy."""
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
    return _gather.gathered(x, tuple(shape), dtype, conjugate), True


def precision_of(x: cl_array.Array) -> str:
    return _PRECISIONS[x.dtype.char]


def output_dtype(request: Request) -> np.dtype:
    return _DTYPES[request.precision, is_complex_output(request.kind)]


def empty(like: cl_array.Array, shape: tuple[int, ...], dtype: np.dtype) -> cl_array.Array:
    """A new row-major array with the queue and the allocator of `like`."""
    like = _allocating(like)
    if like.shape == shape and like.dtype == dtype and like.flags.c_contiguous:
        return cl_array.empty_like(like)  # about 10 us faster
    return cl_array.Array(like.queue, shape, dtype, allocator=like.allocator)


def execute(request: Request, x: cl_array.Array, overwrite: bool = False, plan: Any = None) -> cl_array.Array:
    """Transforms `x`, a result of `fit`. With `overwrite`, its memory may receive the result."""
    if prod(request.output_shape) == 0:
        return empty(x, request.output_shape, output_dtype(request))
    for step in steps_of(request):
        reuse = overwrite and x.shape == step.output_shape and x.dtype == output_dtype(step)
        out = x if reuse else empty(x, step.output_shape, output_dtype(step))
        if plan is None:
            run(step, x, out)
        else:
            plan.check_same(description(step, x, out))
            plan(x, out)
        x, overwrite = out, True
    return x


def description(request: Request, x: cl_array.Array, out: cl_array.Array) -> _stockham.Transform:
    """The description of the transform from `x` to `out`, in place if both begin at the same address."""
    return describe(request, x.strides, out.strides, x.offset, out.offset, same_start(x, out))


def run(request: Request, x: cl_array.Array, out: cl_array.Array, on: Any = None,
        wait_for: Sequence[cl.Event] = ()) -> cl.Event:
    """Enqueues the transform of `x` into `out` on the queue `on`; by default on the queue of `x`."""
    queue = queue_of(x.queue if on is None else on)
    in_place = same_start(x, out)
    key = (queue.context_ptr, queue.device_ptr, request, x.strides, out.strides, x.offset, out.offset, in_place)

    def make() -> _stockham.Plan:
        return _stockham.make_plan(queue.context_ptr, queue.device_ptr, description(request, x, out))

    return enqueue_arrays(_plans.cache.get(key, make), queue, x, out, wait_for)


def enqueue_arrays(plan: _stockham.Plan, queue: Queue, x: cl_array.Array, out: cl_array.Array,
                   wait_for: Sequence[cl.Event] = (), **more: Any) -> cl.Event:
    """Enqueues an execution after the events of both arrays, as pyopencl's own operations do. The new event replaces the
    output's earlier events, which it depends on. The list of events stays short, whereas add_event() would wait on the host
    for the oldest events."""
    source, target = _sides_of(plan, queue, x, out)
    with _events_lock:
        before = out.events
        count = len(before)
        wait = [each.int_ptr for each in before]
        if out is not x:
            wait += [each.int_ptr for each in x.events]
        wait += [each.int_ptr for each in wait_for]
        event = enqueue(plan, queue, source, target, wait, **more)
        before[:count] = [event]
    if type(source) is not int or type(target) is not int:
        _shared.keep_until(event.int_ptr, queue.int_ptr, (x, out))
    return event


def _sides_of(plan: _stockham.Plan, queue: Queue, x: cl_array.Array,
              out: cl_array.Array) -> tuple[_shared.MemoryArgument, _shared.MemoryArgument]:
    """The memory of the input and of the output, which is 0 in place."""
    in_place = same_start(x, out)
    if not _shared.is_shared(x.base_data) and not _shared.is_shared(out.base_data):
        return x.base_data.int_ptr, 0 if in_place else out.base_data.int_ptr
    what = plan.problem
    needed = max(what.input_bytes, what.output_bytes) if in_place else what.input_bytes
    source = _shared.memory_of("input", x, needed, queue.queue)
    return source, 0 if in_place else _shared.memory_of("output", out, what.output_bytes, queue.queue)


def conjugated(x: cl_array.Array) -> cl_array.Array:
    """Conjugates `x` in place."""
    return _gather.gathered(x, x.shape, x.dtype, conjugate=True, out=x)


def as_pairs(x: cl_array.Array) -> cl_array.Array:
    """A view of complex numbers as real numbers, with a last axis of length 2."""
    size = element_size(precision_of(x), False)
    return _view(x, (*x.shape, 2), _DTYPES[precision_of(x), False], (*x.strides, size))


def from_pairs(x: cl_array.Array) -> cl_array.Array:
    return _view(x, x.shape[:-1], _DTYPES[precision_of(x), True], x.strides[:-1])


def _view(x: cl_array.Array, shape: tuple[int, ...], dtype: np.dtype, strides: tuple[int, ...]) -> cl_array.Array:
    return cl_array.Array(x.queue, shape, dtype, allocator=x.allocator, data=x.base_data, offset=x.offset,
                          strides=strides, events=x.events)


def scale_planes(x: cl_array.Array, axes: Sequence[int], factors: Sequence[tuple[int, float]]) -> None:
    """Multiplies planes of `x` in place. `factors` are pairs of an index and a factor, applied along each axis."""
    for axis in axes:
        for index, factor in factors:
            _gather.scale_plane(x, axis, index % x.shape[axis], factor)


def shifted(x: Any, axes: Any, inverse: bool = False) -> cl_array.Array:
    """fftshift, or ifftshift."""
    x = _allocating(device_array(x))
    some = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    shift = [0] * x.ndim
    for axis in some:
        n = x.shape[axis]
        shift[axis] += n // 2 if inverse else n - n // 2  # numpy shifts a repeated axis repeatedly
    return _gather.gathered(x, x.shape, x.dtype, shift=shift)


def given(x: Any) -> cl_array.Array:
    """`x` as an array of its own type, before `as_array`."""
    return _allocating(device_array(x))


def norm(x: cl_array.Array) -> float:
    """The Euclidean norm of a row-major array of double precision. Waits for it."""
    return float(np.sqrt(_gather.squares(x).get().sum())) if x.size else 0.0


def converted(x: cl_array.Array, dtype: np.dtype) -> cl_array.Array:
    """`x` in another type; real numbers become complex, floating-point numbers are rounded to integers."""
    return x if x.dtype == dtype else _gather.gathered(x, x.shape, dtype)


def product(a: cl_array.Array, b: cl_array.Array) -> cl_array.Array:
    """The elementwise product of two arrays of one type. Raises ArgumentError for arrays of different contexts."""
    if a.context != b.context:
        raise refused("in2", "the arrays belong to different contexts")
    return _gather.product(a, b)


def part(x: cl_array.Array, which: tuple[slice, ...]) -> cl_array.Array:
    """A copy of a part of `x`."""
    inside = x[which]
    return _gather.gathered(inside, inside.shape, x.dtype)
