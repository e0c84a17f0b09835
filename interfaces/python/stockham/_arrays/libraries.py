"""Arrays of other libraries: their contents as numpy arrays, and numpy arrays as arrays of their kind."""

from __future__ import annotations

import functools
import sys
from typing import Any, Callable

import numpy as np

from .._caches.process import remembered
from .dlpack import as_numpy, copied_to_host


class Library:
    """A library with the functions of the array API standard.

    Arrays in host memory are read without a copy where the library permits it; others are copied to the host, and the results
    to their device.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    def to_host(self, x: Any) -> np.ndarray:
        """The contents of an array. Raises TypeError for types that numpy lacks."""
        return copied_to_host(x)

    def returned(self, result: np.ndarray | np.generic, like: Any) -> Any:
        """`result` as an array of this library, on the device of `like`."""
        return like.__array_namespace__().asarray(np.asarray(result), device=like.device)


class _Torch(Library):
    """torch's tensors do not name a namespace, and may be conjugated or negated lazily, which DLPack refuses."""

    def to_host(self, x: Any) -> np.ndarray:
        if x.requires_grad:
            raise TypeError("the tensor requires a gradient: use stockham.torch, or pass x.detach()")
        return copied_to_host(x.resolve_conj().resolve_neg())

    def returned(self, result: np.ndarray | np.generic, like: Any) -> Any:
        return sys.modules["torch"].asarray(np.asarray(result), device=like.device)


class _Cupy(Library):
    """cupy's asarray has no `device`."""

    def returned(self, result: np.ndarray | np.generic, like: Any) -> Any:
        with like.device:
            return sys.modules["cupy"].asarray(result)


class _Exporter(Library):
    """A class that only exports its memory by DLPack. Results are numpy arrays."""

    def to_host(self, x: Any) -> np.ndarray:
        return as_numpy(x)

    def returned(self, result: np.ndarray | np.generic, like: Any) -> Any:
        return result


class Quantities(Library):
    """A subclass of numpy's arrays with rules of its own for numpy's functions, such as astropy's arrays with units. Results of
    linear functions have the units of the argument."""

    def to_host(self, x: Any) -> np.ndarray:
        return np.asarray(x)

    def returned(self, result: np.ndarray | np.generic, like: Any) -> Any:
        return like.__array_wrap__(np.asarray(result))


class Lazy(Library):
    """dask's arrays, which have no contents before `compute`."""


def _library_of(kind: Any) -> Library | None:
    if issubclass(kind, (np.ndarray, np.generic)):
        return None if _follows_numpy(kind) else _library(Quantities, kind.__name__)
    for special, name in ((_Torch, "torch.Tensor"), (_Cupy, "cupy.ndarray"), (Lazy, "dask.array.Array")):
        module, _, array = name.rpartition(".")
        if module in sys.modules and issubclass(kind, getattr(sys.modules[module], array)):
            return _library(special, module)
    if hasattr(kind, "__array_namespace__"):
        return _library(Library, kind.__module__.partition(".")[0])
    return _library(_Exporter, "DLPack") if hasattr(kind, "__dlpack_device__") else None


#: The library of a class of arrays. None for numpy's arrays, for pyopencl's, and for classes that are not arrays.
library_of: Callable[[Any], Library | None] = remembered(256)(_library_of)


def becomes_numpy(kind: Any) -> bool:
    """True for a class of arrays with its own rules whose results would be numpy arrays."""
    library = library_of(kind)
    return isinstance(library, _Exporter) or (library is None and hasattr(kind, "__array_function__")
                                              and not issubclass(kind, (np.ndarray, np.generic)))


@functools.lru_cache(256)
def _library(rules: type[Library], name: str) -> Library:
    """One object for each library, so that arrays of several classes are known to belong together."""
    return rules(name)


def _follows_numpy(kind: Any) -> bool:
    return kind in (np.ndarray, np.generic) or getattr(kind, "__array_function__", None) in (
        None, np.ndarray.__array_function__)
