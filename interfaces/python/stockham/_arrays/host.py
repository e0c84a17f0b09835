"""The place of numpy arrays: conversions, copies, products."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from .._transforms.request import Request, describe_packed
from .._transforms.types import PRECISIONS
from . import host_runs
from .dlpack import as_numpy
from .place import Place


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
        """The array is row-major without gaps."""
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

    def empty(self, like: Any, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        return np.empty(shape, dtype)

    def _may_overwrite(self, x: np.ndarray, plan: Any) -> bool:
        # The caller's plan may be out of place: its input and output must not share memory.
        return plan is None and x.flags.writeable

    def _run(self, step: Request, x: np.ndarray, out: np.ndarray, plan: Any) -> None:
        if plan is None:
            host_runs.run(step, x, out)
        else:
            plan.check_same(describe_packed(step))
            plan.run_packed(x, out)

    def conjugated(self, x: np.ndarray) -> np.ndarray:
        np.conjugate(x, out=x)
        return x

    def as_pairs(self, x: np.ndarray) -> np.ndarray:
        return x.view(x.real.dtype).reshape(*x.shape, 2)

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

    def part(self, x: np.ndarray, which: tuple[slice, ...]) -> np.ndarray:
        return x[which].copy()

    def norm(self, x: np.ndarray) -> float:
        values = x.astype(np.float64)
        return float(np.sqrt(np.sum(values * values)))


HOST = Host()
