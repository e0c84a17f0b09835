"""The interface of the places where arrays are: host memory and OpenCL devices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import prod
from typing import Any, Generic, Sequence, TypeVar

import numpy as np

from .._transforms.request import Request, steps_of

Array = TypeVar("Array", bound=Any)


class TransformPlace(ABC, Generic[Array]):
    """The operations of the transforms of `stockham.fft` on the arrays of one place."""

    @abstractmethod
    def as_array(self, x: Any) -> Array:
        """`x` as float32, float64, complex64 or complex128: float16 becomes float32, integers and booleans float64."""

    @abstractmethod
    def fit(self, x: Array, lengths: Sequence[int], axes: Sequence[int], to_complex: bool,
            conjugate: bool) -> tuple[Array, bool]:
        """`x` truncated or zero-padded to these lengths, in a layout that `execute` takes; and whether it is a copy."""

    @abstractmethod
    def output(self, x: Array, out: Any, shape: tuple[int, ...], dtype: np.dtype) -> Array | None:
        """The caller's output for a result of `x`, or None. Raises an error if it does not fit."""

    @abstractmethod
    def execute(self, request: Request, x: Array, overwrite: bool = False, plan: Any = None, out: Array | None = None) -> Array:
        """Transforms `x`, a result of `fit`, by the caller's plan or by cached ones. With `overwrite`, its memory may receive the
        result. The result is in `out`, a result of `output`, if a transform can write there."""

    @abstractmethod
    def delivered(self, result: Array, out: Array | None) -> Array:
        """`out` with a copy of the result, if the result is not in it; the result, if `out` is None."""

    @abstractmethod
    def conjugated(self, x: Array) -> Array:
        """Conjugates `x` in place."""

    @abstractmethod
    def as_pairs(self, x: Array) -> Array:
        """A view of complex numbers as real numbers, with a last axis of length 2."""

    @abstractmethod
    def from_pairs(self, x: Array) -> Array:
        """The inverse of `as_pairs`."""

    @abstractmethod
    def scale_plane(self, x: Array, axis: int, index: int, factor: float) -> None:
        """Multiplies all points with this index on an axis, in place. Index -1 is the last one."""

    @abstractmethod
    def part(self, x: Array, which: tuple[slice, ...]) -> Array:
        """A copy of a part of `x`."""


class Place(TransformPlace[Array]):
    """The operations of `stockham.fft`, `stockham.signal` and `stockham.Plan` on the arrays of one place."""

    @abstractmethod
    def operand(self, x: Any, queue: Any = None) -> Array:
        """`x` as an input or output of a plan: the same memory, of its own type. `queue` is for shared virtual memory that was
        not allocated for a queue."""

    @abstractmethod
    def given(self, x: Any) -> Array:
        """`x` as an array of its own type, before `as_array`."""

    @abstractmethod
    def empty(self, like: Any, shape: tuple[int, ...], dtype: np.dtype) -> Array:
        """A new row-major array where `like` is."""

    def execute(self, request: Request, x: Array, overwrite: bool = False, plan: Any = None, out: Array | None = None) -> Array:
        if prod(request.output_shape) == 0:
            return self.empty(x, request.output_shape, request.output_dtype)
        *first, last = steps_of(request)
        for step in first:
            x, overwrite = self._step(step, x, overwrite, plan), True
        if out is None or not self._can_receive(out, x) or (out is x and not self._may_overwrite(x, plan)):
            return self._step(last, x, overwrite, plan)
        self._run(last, x, out, plan)
        return out

    def _step(self, step: Request, x: Array, overwrite: bool, plan: Any) -> Array:
        shape, dtype = step.output_shape, step.output_dtype
        reuse = overwrite and self._may_overwrite(x, plan) and x.shape == shape and x.dtype == dtype
        target = x if reuse else self.empty(x, shape, dtype)
        self._run(step, x, target, plan)
        return target

    def output(self, x: Array, out: Any, shape: tuple[int, ...], dtype: np.dtype) -> Array | None:
        if out is None:
            return None
        target: Array = self._output(x, out)
        if tuple(target.shape) != tuple(shape):
            raise ValueError(f"out must have shape {tuple(shape)}, not {tuple(target.shape)}")
        if target.dtype != dtype:
            raise TypeError(f"out must have type {dtype}, not {target.dtype}")
        return target

    @abstractmethod
    def _output(self, x: Array, out: Any) -> Array:
        """The caller's output as an array; raises TypeError or ValueError if it is elsewhere or read-only."""

    @abstractmethod
    def _can_receive(self, out: Array, x: Array) -> bool:
        """Whether a transform of `x` can write its result to `out`."""

    def _may_overwrite(self, x: Any, plan: Any) -> bool:
        """Whether `x` can receive the result of a transform of itself by the caller's plan or a cached one."""
        return True

    @abstractmethod
    def _run(self, step: Request, x: Array, out: Array, plan: Any) -> None:
        """Executes one step by a plan, which must describe the same transform; by a cached plan if it is None."""

    @abstractmethod
    def shifted(self, x: Any, axes: Any, inverse: bool) -> Array:
        """fftshift, or ifftshift."""

    @abstractmethod
    def converted(self, x: Array, dtype: np.dtype) -> Array:
        """`x` in another type; real numbers become complex, floating-point numbers are rounded to integers."""

    @abstractmethod
    def product(self, a: Array, b: Array) -> Array:
        """The elementwise product of arrays of one type, which broadcast as in numpy. Integers wrap around."""

    @abstractmethod
    def beside(self, like: Array, values: np.ndarray) -> Array:
        """A copy of `values` where `like` is."""

    @abstractmethod
    def norm(self, x: Array) -> float:
        """The Euclidean norm of a row-major array in double precision; in host memory also of integers. Waits for it."""
