"""Kernels for operations on device arrays that plans lack: conversion, zero padding, conjugation, shifts, copies from negative
strides, the scaling of single planes, and products."""

from __future__ import annotations

from math import prod
from typing import Any, Sequence

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from .._caches.process import kernels
from . import memory

# `geometry` has four numbers per axis, fastest axis first: output length, input length, input stride in numbers, shift.
_GATHER = """
#if TO_INTEGER
#define CONVERT(x) (OUT)rint(x)
#elif TO_BOOL
#define CONVERT(x) (OUT)(rint(x) != 0)
#else
#define CONVERT(x) (OUT)(x)
#endif

kernel void gather(global const IN* restrict input, global OUT* output, ulong first, ulong begin, ulong total, int axes,
                   constant long* geometry) {
    const ulong place = get_global_id(0);
    if (place >= total) return;
    ulong rest = place;
    long from = (long)first;
    int inside = 1;
    for (int a = 0; a < axes; ++a) {
        const long n = geometry[4 * a], there = geometry[4 * a + 1];
        const long index = ((long)(rest % (ulong)n) + geometry[4 * a + 3]) % n;
        rest /= (ulong)n;
        inside &= index < there;
        from += index * geometry[4 * a + 2];
    }
    for (int part = 0; part < PARTS_OUT; ++part) {
        OUT value = 0;
        if (inside && part < PARTS_IN) value = CONVERT(LOAD(from + part));
#if CONJUGATE
        if (part == 1) value = -value;
#endif
        output[begin + PARTS_OUT * place + part] = value;
    }
}
"""

_SCALE_PLANE = """
kernel void scale_plane(global REAL* array, ulong first, ulong inner, ulong length, ulong index, REAL factor) {
    const ulong g = get_global_id(0);
    array[first + (g / inner * length + index) * inner + g % inner] *= factor;
}
"""

# `geometry` has three numbers per axis, fastest axis first: length, and the strides of both arrays in numbers.
_PRODUCT = """
kernel void product(global const REAL* a, global const REAL* b, global REAL* output, ulong first_a, ulong first_b,
                    ulong total, int axes, constant long* geometry) {
    const ulong place = get_global_id(0);
    if (place >= total) return;
    ulong rest = place;
    long x = (long)first_a, y = (long)first_b;
    for (int k = 0; k < axes; ++k) {
        const long index = (long)(rest % (ulong)geometry[3 * k]);
        rest /= (ulong)geometry[3 * k];
        x += index * geometry[3 * k + 1];
        y += index * geometry[3 * k + 2];
    }
#if PARTS == 1
    output[place] = a[x] * b[y];
#else
    output[2 * place] = a[x] * b[y] - a[x + 1] * b[y + 1];
    output[2 * place + 1] = a[x] * b[y + 1] + a[x + 1] * b[y];
#endif
}
"""

_TYPES = {"f4": "float", "f8": "double", "f2": "half", "i1": "char", "i2": "short", "i4": "int", "i8": "long",
          "u1": "uchar", "u2": "ushort", "u4": "uint", "u8": "ulong", "b1": "uchar"}

_SQUARES = """
kernel void squares(global const double* array, ulong first, ulong total, global double* sums) {
    double sum = 0;
    for (ulong k = get_global_id(0); k < total; k += get_global_size(0)) sum += array[first + k] * array[first + k];
    sums[get_global_id(0)] = sum;
}
"""

_WORDS = {8: "ulong", 4: "uint", 2: "ushort", 1: "uchar"}


def _number_of(dtype: np.dtype) -> tuple[str, int]:
    """The OpenCL type of the numbers of an element, and how many numbers an element has."""
    if dtype.kind == "c":
        return {8: "float", 16: "double"}[dtype.itemsize], 2
    return _TYPES[f"{dtype.kind}{dtype.itemsize}"], 1


def _words_of(x: cl_array.Array, begin: int) -> tuple[str, int]:
    """The largest OpenCL integer in whose multiples the array's elements and strides and the offset `begin` of its copy are, and
    how many an element has. A copy moves such words, so that it works for any type, also if the device does not know it."""
    places = (x.dtype.itemsize, x.offset, begin, *(s for n, s in zip(x.shape, x.strides) if n > 1))
    size = next(size for size in _WORDS if all(place % size == 0 for place in places))
    return _WORDS[size], x.dtype.itemsize // size


def _kernel(context: cl.Context, name: str, text: str, macros: dict[str, object]) -> cl.Kernel:
    options = [f"-D{key}={value}" for key, value in macros.items()]

    def build() -> cl.Kernel:
        return cl.Kernel(cl.Program(context, text).build(options), name)

    return kernels.get((context.int_ptr, name, *options), build)


def gathered(x: cl_array.Array, shape: tuple[int, ...], dtype: np.dtype, conjugate: bool = False,
             shift: Sequence[int] | None = None, out: cl_array.Array | None = None) -> cl_array.Array:
    """A row-major copy with this shape and type, padded with zeros where `x` is shorter. Rounds floating-point
    numbers to integers. A copy without conversion may have any type."""
    if out is None:
        out = cl_array.Array(x.queue, shape, dtype, allocator=x.allocator)
    if prod(shape) == 0:
        return out
    if x.size == 0:
        out.fill(np.zeros((), dtype)[()])
        return out
    if x.dtype == dtype and not conjugate:
        source, parts = target, parts_out = _words_of(x, out.offset)
    else:
        (source, parts), (target, parts_out) = _number_of(x.dtype), _number_of(dtype)
    number = x.dtype.itemsize // parts
    if x.offset % number or any(s % number for n, s in zip(x.shape, x.strides) if n > 1):
        raise ValueError(f"strides {x.strides} and offset {x.offset} must be multiples of {number} bytes")
    load = "vload_half(AT, input)" if source == "half" else "input[AT]"
    text = _GATHER.replace("LOAD(from + part)", load.replace("AT", "from + part"))
    rounds = x.dtype.kind in "fc" and x.dtype != dtype
    kernel = _kernel(x.queue.context, "gather", text, {
        "TO_INTEGER": int(rounds and dtype.kind in "iu"), "TO_BOOL": int(rounds and dtype.kind == "b"), "IN": source, "OUT": target, "PARTS_IN": parts, "PARTS_OUT": parts_out,
        "CONJUGATE": int(conjugate)})
    shift = shift or [0] * x.ndim
    constants = _constants(x.queue.context, [(n, m, s // number, k)
                                             for n, m, s, k in zip(shape, x.shape, x.strides, shift)])
    _enqueue(kernel, [x], out, prod(shape), x.base_data, out.base_data, np.uint64(x.offset // number),
             np.uint64(out.offset * parts_out // dtype.itemsize), np.uint64(prod(shape)), np.int32(len(shape)), constants)
    return out


def product(a: cl_array.Array, b: cl_array.Array) -> cl_array.Array:
    """The elementwise product of two arrays of one type (f, F, d, D or integers), which broadcast as in numpy."""
    shape = np.broadcast_shapes(a.shape, b.shape)
    out = cl_array.Array(a.queue, shape, a.dtype, allocator=a.allocator)
    if prod(shape) == 0:
        return out
    real, parts = _number_of(a.dtype)
    number = a.dtype.itemsize // parts
    kernel = _kernel(a.queue.context, "product", _PRODUCT, {"REAL": real, "PARTS": parts})
    strides = [[0] * (len(shape) - x.ndim) + [s // number if n > 1 else 0 for n, s in zip(x.shape, x.strides)] for x in (a, b)]
    geometry = _constants(a.queue.context, list(zip(shape, *strides)))
    _enqueue(kernel, [a, b], out, prod(shape), a.base_data, b.base_data, out.base_data, np.uint64(a.offset // number),
             np.uint64(b.offset // number), np.uint64(prod(shape)), np.int32(len(shape)), geometry)
    return out


def squares(x: cl_array.Array) -> cl_array.Array:
    """Sums of squares of parts of a row-major array of double precision."""
    sums = cl_array.Array(x.queue, (min(x.size, 1024),), x.dtype, allocator=x.allocator)
    kernel = _kernel(x.queue.context, "squares", _SQUARES, {})
    _enqueue(kernel, [x], sums, sums.size, x.base_data, np.uint64(x.offset // 8), np.uint64(x.size), sums.base_data)
    return sums


def scale_plane(x: cl_array.Array, axis: int, index: int, factor: float) -> None:
    """Multiplies all points with this index on an axis of a row-major array."""
    inner = prod(x.shape[axis + 1:])
    kernel = _kernel(x.queue.context, "scale_plane", _SCALE_PLANE, {"REAL": _number_of(x.dtype)[0]})
    _enqueue(kernel, [], x, x.size // x.shape[axis], x.base_data, np.uint64(x.offset // x.dtype.itemsize),
             np.uint64(inner), np.uint64(x.shape[axis]), np.uint64(index), x.dtype.type(factor))


def _constants(context: cl.Context, axes: Sequence[Sequence[int]]) -> cl.Buffer:
    """The numbers of each axis, fastest axis first, in constant memory."""
    numbers = np.array(axes[::-1], np.int64).reshape(-1)
    return cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR,
                     hostbuf=numbers if numbers.size else np.zeros(4, np.int64))


def _enqueue(kernel: cl.Kernel, inputs: Sequence[cl_array.Array], out: cl_array.Array, items: int, *arguments: Any) -> None:
    """Enqueues a kernel on the queue of the first array, after the events of all arrays."""
    queue = [*inputs, out][0].queue
    kernel.set_args(*arguments)
    events = [event for each in (*inputs, out) for event in each.events]
    event = cl.enqueue_nd_range_kernel(queue, kernel, (items,), None, wait_for=events)
    out.add_event(event)
    memory.keep_until(event.int_ptr, queue.int_ptr, (*inputs, out))
