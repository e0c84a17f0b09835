"""The place of numpy arrays: conversions, copies, products."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from .. import _devices
from .._errors import UnsupportedError
from .._transforms.request import Request
from .._transforms.types import PRECISIONS
from . import host_runs, host_small
from .dlpack import as_numpy
from .packing import address, order_of, packing_of
from .place import Place

# Bytes of an array from which a copy takes longer than a plan of its own saves.
_LARGE = 1 << 18


class Host(Place[np.ndarray]):
    """Arrays in host memory. A transform uploads them to the device of the thread, and downloads the result."""

    def operand(self, x: Any, queue: Any = None) -> np.ndarray:
        return x if isinstance(x, np.ndarray) else as_numpy(x)

    def given(self, x: Any) -> np.ndarray:
        return as_numpy(x)

    def as_array(self, x: Any) -> np.ndarray:
        """`x` in native byte order, of the type that scipy.fft converts it to."""
        if type(x) is np.ndarray and x.dtype.char in PRECISIONS and x.dtype.isnative:  # most calls
            return x
        x = as_numpy(x)
        if x.dtype.char == "e":
            return np.asarray(x, np.float32)
        if x.dtype.kind not in "fc":
            return np.asarray(x, np.float64)
        if x.dtype.char in "gG":
            raise TypeError(f"OpenCL has no type as precise as {x.dtype}: convert the array to float64 or complex128, or use scipy")
        return np.asarray(x, x.dtype.newbyteorder("="))

    def fit(self, x: np.ndarray, lengths: Sequence[int], axes: Sequence[int], to_complex: bool,
            conjugate: bool) -> tuple[np.ndarray, bool]:
        """The array has no gaps. It is row-major, unless it is large and all of `x`: a plan with strides is faster than a copy."""
        kept = [slice(None)] * x.ndim
        shape = list(x.shape)
        for n, axis in zip(lengths, axes):
            kept[axis] = slice(0, min(n, x.shape[axis]))
            shape[axis] = n
        part = x[tuple(kept)]
        dtype = np.result_type(x.dtype, np.complex64) if to_complex else x.dtype
        if tuple(shape) == part.shape:
            strided = part.nbytes >= _LARGE and packing_of(part).fits(part)
            whole = np.asarray(part, dtype, order="K" if strided else "C")
        else:
            whole = np.zeros(shape, dtype)
            whole[tuple(kept)] = part
        if conjugate and whole.dtype.kind in "cO":
            whole = np.conjugate(whole)
        return whole, not np.may_share_memory(whole, x)

    def empty(self, like: Any, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        return np.empty(shape, dtype)

    def _may_overwrite(self, x: np.ndarray, plan: Any) -> bool:
        # The caller's plan may be out of place: its input and output must not share memory.
        return plan is None and x.flags.writeable and x.flags.c_contiguous

    def _run(self, step: Request, x: np.ndarray, out: np.ndarray, plan: Any) -> None:
        if plan is not None and not (plan.is_replaceable(step) and host_small.is_small(step, _devices.get_device())):
            plan.run_packed(np.ascontiguousarray(x), out)
            return
        if not x.flags.c_contiguous:
            try:
                host_runs.run(step._replace(order=order_of(x)), x, out)
                return
            except UnsupportedError:  # out of core, which keeps the order of axes
                x = np.ascontiguousarray(x)
        host_runs.run(step, x, out)

    def _output(self, x: np.ndarray, out: Any) -> np.ndarray:
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out must be a numpy array, not {type(out).__name__}")
        if not out.flags.writeable:
            raise ValueError("output array is read-only")
        return out

    def _can_receive(self, out: np.ndarray, x: np.ndarray) -> bool:
        if out is x:
            return out.flags.c_contiguous
        return out.flags.c_contiguous and out.dtype.isnative and not np.may_share_memory(out, x)

    def delivered(self, result: np.ndarray, out: np.ndarray | None) -> np.ndarray:
        if out is None:
            return result
        if address(out) != address(result) or out.strides != result.strides or out.dtype.byteorder != result.dtype.byteorder:
            out[...] = result
        return out

    def conjugated(self, x: np.ndarray) -> np.ndarray:
        np.conjugate(x, out=x)
        return x

    def as_pairs(self, x: np.ndarray) -> np.ndarray:
        return np.ascontiguousarray(x).view(x.real.dtype).reshape(*x.shape, 2)

    def from_pairs(self, x: np.ndarray) -> np.ndarray:
        return np.asarray(x.view(np.result_type(x.dtype, np.complex64))).reshape(x.shape[:-1])

    def scale_plane(self, x: np.ndarray, axis: int, index: int, factor: float) -> None:
        x[(slice(None),) * axis + (index,)] *= factor

    def shifted(self, x: Any, axes: Any, inverse: bool) -> np.ndarray:
        return (np.fft.ifftshift if inverse else np.fft.fftshift)(x, axes)

    def converted(self, x: np.ndarray, dtype: np.dtype) -> np.ndarray:
        rounds = x.dtype.kind in "fc" and dtype.kind in "biu"
        return (np.round(x) if rounds else x).astype(dtype, copy=False)

    def product(self, a: np.ndarray, b: np.ndarray) -> Any:  # a number, if the arrays have no axes
        with np.errstate(over="ignore"):
            return a * b

    def beside(self, like: np.ndarray, values: np.ndarray) -> np.ndarray:
        return values

    def part(self, x: np.ndarray, which: tuple[slice, ...]) -> np.ndarray:
        return x[which].copy()

    def norm(self, x: np.ndarray) -> float:
        values = x.astype(np.float64)
        return float(np.sqrt(np.sum(values * values)))


HOST = Host()
