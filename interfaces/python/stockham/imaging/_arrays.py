"""Arguments of the imaging functions as views of the C++ library, and engines for the devices where they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _devices, _stockham
from .._arrays.choice import place_of
from .._caches.process import engines
from .._errors import refused


def is_on_device(x: Any) -> bool:
    """Whether `x` is a pyopencl array."""
    return hasattr(x, "base_data") and hasattr(x, "queue")


def engine_of(x: Any) -> _stockham.ImagingEngine:
    """The engine that computes with `x`: on its own context if it is a pyopencl array, else on the device of this thread."""
    if is_on_device(x):
        if x.queue is None:
            raise ValueError("the array has no queue; use x.with_queue(queue)")
        key = x.queue.context.int_ptr, x.queue.device.int_ptr
    else:
        key = 0, _devices.get_device().int_ptr
    return engines.get(key, lambda: _stockham.make_imaging_engine(*key))


def working_dtype(*arrays: Any) -> np.dtype[Any]:
    """float32 if all real arrays are float32 or float16, else float64; complex64 or complex128 if one is complex."""
    types = [np.dtype(x.dtype) if hasattr(x, "dtype") else np.asarray(x).dtype for x in arrays]
    if any(t.kind not in "biufc" or t.char in "gG" for t in types):
        raise TypeError(f"arrays of {', '.join(map(str, types))} are not supported")
    single = all(t.char in "efF" for t in types)
    if any(t.kind == "c" for t in types):
        return np.dtype("F" if single else "D")
    return np.dtype("f" if single else "d")


def fitted(name: str, x: Any, dtype: np.dtype[Any]) -> Any:
    """`x` in this type, row-major without gaps, where it is."""
    if not is_on_device(x):
        return np.ascontiguousarray(x, dtype)
    import pyopencl as cl

    if x.size and not isinstance(x.base_data, cl.MemoryObjectHolder):
        raise TypeError(f"{name}: the array's memory is {type(x.base_data).__name__}; imaging functions need a buffer")
    if not x.flags.c_contiguous:
        raise refused(name, "pyopencl arrays must be row-major without gaps; use x.copy()")
    return x if x.dtype == dtype else x.astype(dtype)


def view_of(x: Any) -> _stockham.ArrayView:
    """A view of a result of `fitted` or `empty`. Waits for the commands on a pyopencl array."""
    is_double, is_complex = x.dtype.char in "dD", x.dtype.kind == "c"
    if is_on_device(x):
        x.queue.finish()
        return _stockham.ArrayView(x.shape, is_double, is_complex, 0, x.base_data.int_ptr, x.offset)
    return _stockham.ArrayView(x.shape, is_double, is_complex, int(x.__array_interface__["data"][0]))


def picture_view(name: str, x: Any) -> tuple[Any, _stockham.ArrayView, np.dtype[Any]]:
    """Real pictures, a view of them, and the type of their results. Integers of 8 and 16 bits and numpy arrays with strides are
    taken as they are; the device converts them."""
    dtype = working_dtype(x)
    if dtype.kind == "c":
        raise refused(name, "must be real")
    if not is_on_device(x):
        x = np.asarray(x)
        numbers = {"f": 0, "d": 0, "B": 1, "H": 2}
        strides = [step // x.itemsize for step in x.strides]
        is_plain = x.dtype.isnative and all(step >= 0 and step % x.itemsize == 0 for step in x.strides) and 1 <= x.ndim <= 4
        if x.dtype.char in numbers and is_plain and x.size:
            view = _stockham.ArrayView(x.shape, dtype.char == "d", False, int(x.__array_interface__["data"][0]),
                                       number=numbers[x.dtype.char], strides=strides)
            return x, view, dtype
    x = fitted(name, x, dtype)
    return x, view_of(x), dtype


def empty(like: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """A new array where `like` is."""
    return place_of(like).empty(like, shape, dtype)


def beside(name: str, x: Any, other: Any) -> None:
    """Refuses an argument that is not where the first array is."""
    if is_on_device(x) != is_on_device(other):
        raise refused(name, "one of the arrays is in host memory and the other on a device")
