"""The place of arrays whose library records operations for gradients: torch's tensors and jax's arrays.

A transform is one recorded operation, which is computed in host memory. Everything else is left to the library.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Sequence

import numpy as np

from .._transforms.adjoint import Plane, adjoint_of
from .._transforms.request import Request
from .host import HOST
from .place import TransformPlace


class Recorded:
    """An array of such a library as an argument of `stockham.fft`. Operations in place exchange its value."""

    def __init__(self, place: Recording, value: Any) -> None:
        self.place, self.value = place, value

    @property
    def dtype(self) -> np.dtype:
        return self.place.dtype_of(self.value)

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.value.shape)

    @property
    def ndim(self) -> int:
        return len(self.shape)


class Recording(TransformPlace[Recorded]):
    """The arrays of one library. `functions` is the module with its functions."""

    def __init__(self, functions: Any) -> None:
        self.functions = functions

    @abstractmethod
    def given(self, x: Any) -> Any:
        """`x`, which may be a list, as an array of the library."""

    @abstractmethod
    def dtype_of(self, value: Any) -> np.dtype:
        """The type of the elements, as numpy's."""

    @abstractmethod
    def cast(self, value: Any, dtype: np.dtype) -> Any:
        """The array in another type."""

    @abstractmethod
    def constant(self, numbers: np.ndarray, like: Any) -> Any:
        """Numbers as an array on the device of another one."""

    @abstractmethod
    def joined(self, real: Any, imaginary: Any) -> Any:
        """The complex array with these parts."""

    def conjugate(self, value: Any) -> Any:
        """The conjugate of an array, real or complex."""
        return self.functions.conj(value)

    @abstractmethod
    def transformed(self, value: Any, request: Request) -> Any:
        """Records and executes a transform."""

    def as_array(self, x: Any) -> Recorded:
        dtype = x.dtype
        if dtype.kind not in "biufc":
            raise TypeError(f"arrays of {dtype} are not supported")
        wanted = np.dtype("f") if dtype.char == "e" else dtype if dtype.kind in "fc" else np.dtype("d")
        return x if wanted == dtype else Recorded(self, self.cast(x.value, wanted))

    def fit(self, x: Recorded, lengths: Sequence[int], axes: Sequence[int], to_complex: bool,
            conjugate: bool) -> tuple[Recorded, bool]:
        value = x.value
        for n, axis in zip(lengths, axes):
            value = self._with_length(value, n, axis)
        if to_complex:
            value = self.cast(value, np.result_type(x.dtype, np.complex64))
        return Recorded(self, self.conjugate(value) if conjugate else value), False

    def _with_length(self, value: Any, n: int, axis: int) -> Any:
        shape = list(value.shape)
        if n <= shape[axis]:
            return value[(slice(None),) * axis + (slice(0, n),)]
        shape[axis] = n - shape[axis]
        zeros = self.constant(np.zeros(shape, self.dtype_of(value)), value)
        return self.functions.concatenate((value, zeros), axis)

    def output(self, x: Recorded, out: Any, shape: tuple[int, ...], dtype: np.dtype) -> None:
        if out is not None:
            raise NotImplementedError("out: differentiable functions return new arrays")

    def delivered(self, result: Recorded, out: Recorded | None) -> Recorded:
        return result

    def execute(self, request: Request, x: Recorded, overwrite: bool = False, plan: Any = None,
                out: Recorded | None = None) -> Recorded:
        if plan is not None:
            raise NotImplementedError("plan: differentiable functions choose their own plans")
        return Recorded(self, self.transformed(x.value, request))

    def transposed(self, gradient: Any, request: Request) -> Any:
        """The adjoint of a transform, recorded."""
        adjoint = adjoint_of(request)
        back = self.transformed(self._weighted(gradient, adjoint.before), adjoint.request)
        back = self._weighted(back, adjoint.after)
        return back.real if adjoint.real_part else back

    def _weighted(self, value: Any, planes: Sequence[Plane]) -> Any:
        for axis, index, factor in planes:
            weights = np.ones(value.shape[axis], np.empty(0, self.dtype_of(value)).real.dtype)
            weights[index] = factor
            value = value * self.constant(weights.reshape(-1, *[1] * (len(value.shape) - axis - 1)), value)
        return value

    def conjugated(self, x: Recorded) -> Recorded:
        return Recorded(self, self.conjugate(x.value))

    def as_pairs(self, x: Recorded) -> Recorded:
        return Recorded(self, self.functions.stack((x.value.real, x.value.imag), -1))

    def from_pairs(self, x: Recorded) -> Recorded:
        return Recorded(self, self.joined(x.value[..., 0], x.value[..., 1]))

    def scale_plane(self, x: Recorded, axis: int, index: int, factor: float) -> None:
        x.value = self._weighted(x.value, [(axis, index, factor)])

    def part(self, x: Recorded, which: tuple[slice, ...]) -> Recorded:
        return Recorded(self, x.value[which])


def on_host(request: Request, x: np.ndarray) -> np.ndarray:
    """The transform of an array in host memory, which is kept."""
    return HOST.execute(request, np.asarray(x, request.input_dtype, order="C"))


def batched(request: Request, n: int) -> Request:
    """The request for `n` arrays, along a new first axis."""
    return request._replace(input_shape=(n, *request.input_shape), output_shape=(n, *request.output_shape),
                            axes=tuple(axis + 1 for axis in request.axes))
