"""Transforms of numpy arrays: conversion, upload, execution, download. Arrays too large for the device make
trips to it in parts."""

from __future__ import annotations

import contextlib
import functools
import operator
import threading
from math import prod
from typing import Any, Iterator, Sequence

import numpy as np

from . import _devices, _plans, _stockham
from ._errors import OpenCLError
from ._request import Request, describe, describe_packed, packed_strides, steps_of

_PRECISIONS = {"f": "f32", "F": "f32", "d": "f64", "D": "f64"}

# Limit of device memory in bytes; None: that of the session. Set by tests.
memory_limit: int | None = None


class _Here(threading.local):
    """The part of the device's memory that this thread uses, as set by `limited_memory`."""

    divisor = 1


_here = _Here()


def as_array(x: Any) -> np.ndarray:
    """`x` as float32, float64, complex64 or complex128. Converts as scipy.fft does: float16 to float32, integers and booleans
    to float64, and any byte order to native."""
    x = from_other_library(x)
    if x.dtype.char == "e":
        return np.asarray(x, np.float32)
    if x.dtype.kind not in "fc":
        return np.asarray(x, np.float64)
    if x.dtype.char in "gG":
        raise TypeError(f"OpenCL has no type as precise as {x.dtype}: convert the array to float64 or complex128, or use scipy")
    return np.asarray(x, x.dtype.newbyteorder("="))


def from_other_library(x: Any) -> np.ndarray:
    """`x` as a numpy array, through DLPack if it belongs to another library."""
    if isinstance(x, np.ndarray):
        return np.asarray(x)
    where = getattr(x, "__dlpack_device__", None)
    if where is not None and not hasattr(x, "__array_interface__"):
        kind = operator.index(where()[0])
        if kind not in (1, 3):  # kDLCPU, kDLCUDAHost
            raise TypeError(f"{type(x).__name__} is not in host memory (DLPack device {kind}): stockham transforms numpy "
                            "arrays, pyopencl arrays, and DLPack arrays in host memory")
        return np.from_dlpack(x)
    return np.asarray(x)


def fit(x: np.ndarray, lengths: Sequence[int], axes: Sequence[int], to_complex: bool,
        conjugate: bool) -> tuple[np.ndarray, bool]:
    """`x` as a row-major array without gaps, truncated or zero-padded to these lengths; and whether it is a copy."""
    kept = [slice(None)] * x.ndim
    shape = list(x.shape)
    for n, axis in zip(lengths, axes):
        kept[axis] = slice(0, min(n, x.shape[axis]))
        shape[axis] = n
    part = x[tuple(kept)]
    dtype = np.result_type(x.dtype, np.complex64) if to_complex else x.dtype
    if tuple(shape) == part.shape:
        whole = np.asarray(part, dtype, order="C")
    else:
        whole = np.zeros(shape, dtype)
        whole[tuple(kept)] = part
    if conjugate and whole.dtype.kind in "cO":
        whole = np.conjugate(whole)
    return whole, not np.may_share_memory(whole, x)


def precision_of(x: np.ndarray) -> str:
    return _PRECISIONS[x.dtype.char]


def _dtype_of(request: Request) -> np.dtype:
    is_complex = request.kind in ("c2c", "r2c")
    return np.dtype({"f32": "F" if is_complex else "f", "f64": "D" if is_complex else "d"}[request.precision])


def execute(request: Request, x: np.ndarray, overwrite: bool = False, plan: Any = None) -> np.ndarray:
    """Transforms `x`, a result of `fit`. With `overwrite`, its memory may receive the result."""
    if prod(request.output_shape) == 0:
        return np.empty(request.output_shape, _dtype_of(request))
    if plan is not None:
        return _run_given(plan, request, x)
    return _run_steps(steps_of(request), x, overwrite, _devices.get_device())


def _run_steps(steps: Sequence[Request], x: np.ndarray, overwrite: bool, device: _devices.Device) -> np.ndarray:
    for step in steps:
        reuse = overwrite and x.flags.writeable and x.shape == step.output_shape and x.dtype == _dtype_of(step)
        out = x if reuse else np.empty(step.output_shape, _dtype_of(step))
        _run(step, x, out, device)
        x, overwrite = out, True
    return x


def transform_into(request: Request, x: np.ndarray, out: np.ndarray, device: _devices.Device) -> None:
    """Transforms `x` into `out` on a device. Both have the request's types and shapes, in C order."""
    if out.size:
        *first, last = steps_of(request)
        _run(last, _run_steps(first, x, False, device), out, device)


class _Pinned:
    """Exports pinned memory to numpy, and keeps it while an array uses it."""

    def __init__(self, shape: Sequence[int], dtype: np.dtype, session: _stockham.Session) -> None:
        self._memory = _stockham.PinnedMemory(session, prod(shape) * dtype.itemsize)
        self.__array_interface__ = {"version": 3, "shape": tuple(shape), "typestr": dtype.str,
                                    "data": (self._memory.address, False)}


def new_pinned(shape: Sequence[int], dtype: np.dtype, device: _devices.Device) -> np.ndarray:
    """A new array of zeros. For a device with its own memory it is pinned, so that it is transferred without another copy;
    if that fails, it is an ordinary array."""
    if device.kind == "gpu" and 0 not in shape:
        try:
            x = np.asarray(_Pinned(shape, dtype, _devices.session_of(device)))
        except OpenCLError:
            pass
        else:
            x[...] = 0
            return x
    return np.zeros(shape, dtype)


@contextlib.contextmanager
def limited_memory(divisor: int) -> Iterator[None]:
    """A context manager in which transforms of this thread use a part of the device's memory."""
    before = _here.divisor
    _here.divisor = before * divisor
    try:
        yield
    finally:
        _here.divisor = before


@functools.lru_cache(1024)
def _workspace_of(request: Request, device: int) -> int:
    return _stockham.workspace_size(device, describe_packed(request))


def _fits(request: Request, device: _devices.Device) -> bool:
    arrays = [prod(request.input_shape) * request.input_size, prod(request.output_shape) * request.output_size]
    session = _devices.session_of(device)

    def shortage(sizes: list[int]) -> bool:
        limit = memory_limit or session.usable_memory
        return sum(sizes) > limit // _here.divisor or bool(session.shortage(sizes))

    return not shortage(arrays) and not shortage([*arrays, _workspace_of(request, device.int_ptr)])


def _run(request: Request, x: np.ndarray, out: np.ndarray, device: _devices.Device) -> None:
    if _fits(request, device):
        _run_whole(request, x, out, device)
    else:
        _run_out_of_core(request, x, out, device)


def _run_out_of_core(request: Request, x: np.ndarray, out: np.ndarray, device: _devices.Device) -> None:
    """Transforms an array that is larger than the device's memory, in trips."""
    what = describe(request, packed_strides(request.input_shape, request.input_size),
                    packed_strides(request.output_shape, request.output_size), in_place=x is out)
    limit = memory_limit or _devices.session_of(device).usable_memory
    _stockham.run_out_of_core(device.int_ptr, what, _address(x), _address(out), limit // _here.divisor)


def _run_whole(request: Request, x: np.ndarray, out: np.ndarray, device: _devices.Device) -> None:
    session = _devices.session_of(device)

    def make() -> _stockham.Plan:
        return _stockham.make_plan(session.context, session.device, describe_packed(request))

    session.run(_plans.cache.get((session.device, request), make), _address(x), _address(out))


def _run_given(plan: Any, request: Request, x: np.ndarray) -> np.ndarray:
    """Executes the caller's plan, which must describe the same transform."""
    plan.check_same(describe_packed(request))
    out = np.empty(request.output_shape, _dtype_of(request))
    plan.run_packed(x, out)
    return out


def _address(x: np.ndarray) -> int:
    return int(x.__array_interface__["data"][0])


def conjugated(x: np.ndarray) -> np.ndarray:
    """Conjugates `x` in place."""
    np.conjugate(x, out=x)
    return x


def as_pairs(x: np.ndarray) -> np.ndarray:
    """A view of complex numbers as real numbers, with a last axis of length 2."""
    return x.view(x.real.dtype).reshape(*x.shape, 2)


def from_pairs(x: np.ndarray) -> np.ndarray:
    return np.asarray(x.view(np.result_type(x.dtype, np.complex64))).reshape(x.shape[:-1])


def scale_planes(x: np.ndarray, axes: Sequence[int], factors: Sequence[tuple[int, float]]) -> None:
    """Multiplies planes of `x` in place. `factors` are pairs of an index and a factor, applied along each axis."""
    for axis in axes:
        for index, factor in factors:
            x[(slice(None),) * axis + (index,)] *= factor


def empty(like: Any, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """A new array."""
    return np.empty(shape, dtype)


def given(x: Any) -> np.ndarray:
    """`x` as an array of its own type, before `as_array`."""
    return from_other_library(x)


def converted(x: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """`x` in another type; real numbers become complex, floating-point numbers are rounded to integers."""
    rounds = x.dtype.kind in "fc" and dtype.kind in "biu"
    return (np.round(x) if rounds else x).astype(dtype, copy=False)


def product(a: np.ndarray, b: np.ndarray) -> Any:
    """The elementwise product. Integers wrap around."""
    with np.errstate(over="ignore"):
        return a * b


def part(x: np.ndarray, which: tuple[slice, ...]) -> np.ndarray:
    """A copy of a part of `x`."""
    return x[which].copy()
