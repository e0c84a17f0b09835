"""The names of gpyfft.gpyfftlib: GpyFFT, which makes plans, and Plan, a transform with clFFT's settings."""

from __future__ import annotations

from enum import IntEnum
from math import isfinite, prod
from typing import Any, Sequence

import pyopencl as cl

from ... import _stockham
from ..._caches.process import plans
from ..._errors import ArgumentError, StockhamError, UnsupportedError
from ._callback import Callback

__all__ = ["CLFFT_COMPLEX_INTERLEAVED", "CLFFT_COMPLEX_PLANAR", "CLFFT_DOUBLE", "CLFFT_DOUBLE_FAST",
           "CLFFT_HERMITIAN_INTERLEAVED", "CLFFT_HERMITIAN_PLANAR", "CLFFT_REAL", "CLFFT_SINGLE", "CLFFT_SINGLE_FAST",
           "GpyFFT", "GpyFFT_Error", "Plan", "clfftLayout_", "clfftPrecision_"]

#: The base class of this package's errors, under the name that users of gpyfft catch.
GpyFFT_Error = StockhamError


class clfftPrecision_(IntEnum):
    """clFFT's constants for precisions."""

    CLFFT_SINGLE = 1
    CLFFT_DOUBLE = 2
    CLFFT_SINGLE_FAST = 3
    CLFFT_DOUBLE_FAST = 4


class clfftLayout_(IntEnum):
    """clFFT's constants for layouts."""

    CLFFT_COMPLEX_INTERLEAVED = 1
    CLFFT_COMPLEX_PLANAR = 2
    CLFFT_HERMITIAN_INTERLEAVED = 3
    CLFFT_HERMITIAN_PLANAR = 4
    CLFFT_REAL = 5


CLFFT_SINGLE, CLFFT_DOUBLE, CLFFT_SINGLE_FAST, CLFFT_DOUBLE_FAST = clfftPrecision_
(CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_PLANAR, CLFFT_HERMITIAN_INTERLEAVED, CLFFT_HERMITIAN_PLANAR,
 CLFFT_REAL) = clfftLayout_

_COMPLEX = (CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_PLANAR)
_HERMITIAN = (CLFFT_HERMITIAN_INTERLEAVED, CLFFT_HERMITIAN_PLANAR)
_PLANAR = (CLFFT_COMPLEX_PLANAR, CLFFT_HERMITIAN_PLANAR)


class GpyFFT:
    """Makes plans. `debug`, which makes clFFT write its kernels to files, is ignored."""

    def __init__(self, debug: bool = False) -> None:
        pass

    def get_version(self) -> tuple[int, ...]:
        """The version of this package: major, minor, patch."""
        return tuple(map(int, _stockham.version.split(".")))

    def create_plan(self, context: cl.Context, shape: tuple[int, ...]) -> Plan:
        """A plan for one to three axes, fastest first: complex, single precision, in place, packed."""
        return Plan(context, shape, self)


class Plan:
    """A transform of buffers. As in clFFT, properties list the fastest axis first and count strides and distances in elements.
    Baking or the first execution compiles the kernels, and so does the next one after a change."""

    __slots__ = ("lib", "_context", "_shape", "_precision", "_scales", "_batch", "_strides", "_distances", "_layouts",
                 "_inplace", "_callbacks", "_device", "__weakref__")

    def __init__(self, context: cl.Context, shape: tuple[int, ...], lib: GpyFFT | None = None) -> None:
        if not isinstance(context, cl.Context):
            raise TypeError(f"context is {type(context).__name__}; it must be a pyopencl.Context")
        if not isinstance(shape, tuple) or not 1 <= len(shape) <= 3:
            raise ArgumentError(f"shape is {shape!r}; it must be a tuple of one to three lengths")
        self.lib, self._context, self._shape = lib, context, _lengths("shape", shape, 1)
        self._precision, self._batch, self._inplace = CLFFT_SINGLE, 1, True
        self._scales: list[float | None] = [None, None]
        self._strides: list[tuple[int, ...] | None] = [None, None]
        self._distances: tuple[int, ...] | None = None
        self._layouts = (CLFFT_COMPLEX_INTERLEAVED, CLFFT_COMPLEX_INTERLEAVED)
        self._callbacks: dict[str, Callback] = {}
        self._device: Any = None  # the device that the plan was baked for

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes. The number of axes cannot change."""
        return self._shape

    @shape.setter
    def shape(self, value: tuple[int, ...]) -> None:
        self._shape = self._of_each_axis("shape", value, 1)

    @property
    def precision(self) -> clfftPrecision_:
        """CLFFT_SINGLE or CLFFT_DOUBLE."""
        return self._precision

    @precision.setter
    def precision(self, value: int) -> None:
        precision = _member("precision", clfftPrecision_, value)
        if precision > CLFFT_DOUBLE:
            raise UnsupportedError(f"precision: {precision.name} is not supported")
        self._precision = precision

    @property
    def scale_forward(self) -> float:
        """The factor of forward transforms; 1 by default."""
        return 1.0 if self._scales[0] is None else self._scales[0]

    @scale_forward.setter
    def scale_forward(self, value: float) -> None:
        self._scales[0] = _finite("scale_forward", value)

    @property
    def scale_backward(self) -> float:
        """The factor of backward transforms; by default 1 over the number of points."""
        return 1.0 / prod(self._shape) if self._scales[1] is None else self._scales[1]

    @scale_backward.setter
    def scale_backward(self, value: float) -> None:
        self._scales[1] = _finite("scale_backward", value)

    @property
    def batch_size(self) -> int:
        """The number of transforms."""
        return self._batch

    @batch_size.setter
    def batch_size(self, value: int) -> None:
        (self._batch,) = _lengths("batch_size", (value,), 1)

    @property
    def strides_in(self) -> tuple[int, ...]:
        """The strides of the input; by default those of a packed array of `shape`."""
        return self._strides[0] or self._packed()

    @strides_in.setter
    def strides_in(self, value: tuple[int, ...]) -> None:
        self._strides[0] = self._of_each_axis("strides_in", value, 0)

    @property
    def strides_out(self) -> tuple[int, ...]:
        """The strides of the output; by default those of a packed array of `shape`."""
        return self._strides[1] or self._packed()

    @strides_out.setter
    def strides_out(self, value: tuple[int, ...]) -> None:
        self._strides[1] = self._of_each_axis("strides_out", value, 0)

    @property
    def distances(self) -> tuple[int, int]:
        """The distances between transforms of the batch in the input and in the output; by default the number of points."""
        first, second = self._distances or (prod(self._shape),) * 2
        return first, second

    @distances.setter
    def distances(self, value: tuple[int, int]) -> None:
        if len(value) != 2:
            raise ArgumentError(f"distances is {value}; it must have one number for the input and one for the output")
        self._distances = _lengths("distances", value, 0)

    @property
    def layouts(self) -> tuple[clfftLayout_, clfftLayout_]:
        """The layouts of the input and the output."""
        return self._layouts

    @layouts.setter
    def layouts(self, value: tuple[int, int]) -> None:
        if len(value) != 2:
            raise ArgumentError(f"layouts is {value}; it must have one layout for the input and one for the output")
        first, second = (_member("layouts", clfftLayout_, each) for each in value)
        if _kind(first, second) is None:
            raise ArgumentError(f"layouts: there is no transform from {first.name} to {second.name}")
        self._layouts = first, second

    @property
    def inplace(self) -> bool:
        """Whether the result replaces the input."""
        return self._inplace

    @inplace.setter
    def inplace(self, value: bool) -> None:
        self._inplace = bool(value)

    @property
    def transpose_result(self) -> bool:
        """True if the output is transposed; always False. Use `strides_out` instead."""
        return False

    @transpose_result.setter
    def transpose_result(self, value: bool) -> None:
        if value:
            raise UnsupportedError("transpose_result: set strides_out instead")

    @property
    def temp_array_size(self) -> int:
        """The size in bytes of `temp_buffer` that suffices for both directions. The plan must be baked."""
        if self._device is None:
            raise ArgumentError("temp_array_size: the plan is not baked")
        return max(self._native(self._device, forward).workspace_size for forward in self._directions())

    def bake(self, queues: Any) -> None:
        """Compiles the kernels for the device of a queue."""
        self._device = _one_queue(queues).device
        for forward in self._directions():
            self._native(self._device, forward)

    def set_callback(self, func_name: bytes | str, func_string: bytes | str, callback_type: str, local_mem_size: int = 0,
                     user_data: Any = None) -> None:
        """Sets a callback of clFFT's form, in OpenCL C, that loads ("pre") or stores ("post") each element.

        Supports interleaved and real data, at most one buffer of `user_data`, and no local memory.
        """
        if callback_type not in ("pre", "post"):
            raise ArgumentError(f"callback_type is {callback_type!r}; it must be 'pre' or 'post'")
        self._callbacks[callback_type] = Callback(func_name, func_string, local_mem_size, user_data)

    def enqueue_transform(self, queues: Any, in_buffers: Any, out_buffers: Any = None, direction_forward: bool = True,
                          wait_for_events: Sequence[cl.Event] | None = None, temp_buffer: Any = None) -> tuple[cl.Event, ...]:
        """Enqueues the transform of buffers and returns its event. A planar input or output is two buffers."""
        queue = _one_queue(queues)
        if self._inplace != (out_buffers is None):
            raise ArgumentError("out_buffers: must not be given, the plan is in place" if self._inplace
                                else "out_buffers: must be given, the plan is out of place")
        source = _buffers("in_buffers", in_buffers, self._layouts[0] in _PLANAR)
        target = [0, 0]
        if not self._inplace:
            target = _buffers("out_buffers", out_buffers, self._layouts[1] in _PLANAR)
        plan = self._native(queue.device, direction_forward)
        room = temp_buffer is not None and temp_buffer.size >= plan.workspace_size > 0
        pre, post = (self._callbacks[each].data if each in self._callbacks else 0 for each in ("pre", "post"))
        event = plan.enqueue(queue.int_ptr, source[0], target[0], temp_buffer.int_ptr if room else 0,
                             [each.int_ptr for each in wait_for_events or ()], True, pre, post, source[1], target[1])
        return (cl.Event.from_int_ptr(event, retain=False),)

    def _directions(self) -> list[bool]:
        return {"c2c": [True, False], "r2c": [True], "c2r": [False]}[str(_kind(*self._layouts))]

    def _native(self, device: cl.Device, forward: bool) -> _stockham.Plan:
        """The plan of one direction, from the common cache."""
        if forward not in self._directions():
            raise ArgumentError(f"direction_forward is {forward}, but a transform from {self._layouts[0].name} to "
                                f"{self._layouts[1].name} has only the other direction")
        problem = self._problem(forward)
        load, store = (self._callback_text(each) for each in ("pre", "post"))
        key = (self._context.int_ptr, device.int_ptr, problem, load, store)

        def make() -> _stockham.Plan:
            return _stockham.make_plan(key[0], key[1], _stockham.read_transform(problem), load, store)

        return plans.get(key, make)

    def _problem(self, forward: bool) -> str:
        """The problem string of one direction."""
        words = [str(_kind(*self._layouts)), "f32" if self._precision == CLFFT_SINGLE else "f64",
                 "x".join(map(str, reversed(self._shape))), f"b{self._batch}", "in" if self._inplace else "out",
                 "fwd" if forward else "inv", f"scale={self.scale_forward if forward else self.scale_backward!r}"]
        for side, strides in enumerate((self.strides_in, self.strides_out)):
            letter = "io"[side]
            words += [f"{letter}s={','.join(map(str, reversed(strides)))}", f"{letter}d={self.distances[side]}"]
            if self._layouts[side] in _PLANAR:
                words.append(f"{letter}f=planar")
        return " ".join(words)

    def _callback_text(self, which: str) -> str:
        side = 0 if which == "pre" else 1
        callback = self._callbacks.get(which)
        if callback is None:
            return ""
        if self._layouts[side] in _PLANAR:
            raise UnsupportedError(f"set_callback: a {which!r} callback of planar data is not supported")
        real = self._layouts[side] == CLFFT_REAL
        return callback.loading(real) if which == "pre" else callback.storing(real)

    def _packed(self) -> tuple[int, ...]:
        return tuple(prod(self._shape[:axis]) for axis in range(len(self._shape)))

    def _of_each_axis(self, name: str, value: tuple[int, ...], least: int) -> tuple[int, ...]:
        if len(value) != len(self._shape):
            raise ArgumentError(f"{name} is {value}, but the plan has {len(self._shape)} axes")
        return _lengths(name, value, least)


def _kind(first: clfftLayout_, second: clfftLayout_) -> str | None:
    if first in _COMPLEX and second in _COMPLEX:
        return "c2c"
    if first == CLFFT_REAL and second in _HERMITIAN:
        return "r2c"
    return "c2r" if first in _HERMITIAN and second == CLFFT_REAL else None


def _lengths(name: str, values: Sequence[int], least: int) -> tuple[int, ...]:
    numbers = tuple(int(each) for each in values)
    if any(number < least or number != given for number, given in zip(numbers, values)):
        raise ArgumentError(f"{name} is {tuple(values)}; it must be integers of at least {least}")
    return numbers


def _finite(name: str, value: float) -> float:
    if not isfinite(value):
        raise ArgumentError(f"{name} is {value}; it must be a finite number")
    return float(value)


def _member(name: str, kind: Any, value: int) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise ArgumentError(f"{name} is {value!r}; it must be one of {', '.join(kind.__members__)}") from None


def _one_queue(queues: Any) -> cl.CommandQueue:
    every = [queues] if isinstance(queues, cl.CommandQueue) else list(queues)
    if len(every) != 1:
        raise UnsupportedError(f"queues: a plan runs on one queue, not on {len(every)}")
    return every[0]


def _buffers(name: str, given: Any, planar: bool) -> list[int]:
    """The two handles of the input or the output; the second one is 0 unless the data are planar."""
    every = [given] if isinstance(given, cl.MemoryObjectHolder) else list(given)
    if len(every) != (2 if planar else 1):
        raise ArgumentError(f"{name}: {len(every)} buffers are given, but the layout needs {2 if planar else 1}")
    return [each.int_ptr for each in every] + ([] if planar else [0])
