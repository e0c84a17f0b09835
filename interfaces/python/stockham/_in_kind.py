"""Gives functions of numpy and pyopencl arrays the arrays of other libraries, and their results the kind of the arguments."""

from __future__ import annotations

import functools
import importlib
from typing import Any, Callable, Sequence, TypeVar

import numpy as np

from ._arrays.libraries import Lazy, Library, Quantities, library_of

Function = TypeVar("Function", bound=Callable[..., Any])


def in_kind(function: Function) -> Function:
    """A decorator. Arrays of another library become numpy arrays before the call, and the arrays of its result become arrays of
    that library on the device of the first one. Numpy arrays and lists may stand beside them. Arrays of dask go to the function
    of `stockham.dask`. Arrays with units are refused."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if any(library_of(type(each)) is not None for each in (*args, *kwargs.values())):
            return _call_by_numpy(function, False, args, kwargs)
        return function(*args, **kwargs)

    return call  # type: ignore[return-value]


def in_kind_with_units(function: Function) -> Function:
    """As `in_kind`, for linear functions of one array `x`: the result has the units of the array."""

    @functools.wraps(function)
    def call(x: Any, *args: Any, **kwargs: Any) -> Any:
        if library_of(type(x)) is not None:
            return _call_by_numpy(function, True, (x, *args), kwargs)
        return function(x, *args, **kwargs)

    return call  # type: ignore[return-value]


def _call_by_numpy(function: Callable[..., Any], keeps_units: bool, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    first, library = _first_of([*args, *kwargs.values()])
    if isinstance(library, Lazy):
        return _of_dask(function.__name__)(*args, **kwargs)
    if isinstance(library, Quantities) and not keeps_units:
        raise TypeError(f"{function.__name__} cannot tell the units of its result: pass arrays without units, "
                        f"not {type(first).__name__}")
    # The result of a transform along no axes is the argument itself.
    same: dict[int, Any] = {}

    def converted(x: Any) -> Any:
        own = library_of(type(x))
        if own is None:
            return x
        host = own.to_host(x)
        same[id(host)] = x
        return host

    result = function(*map(converted, args), **{name: converted(x) for name, x in kwargs.items()})
    return _returned(result, library, first, same)


def _first_of(values: Sequence[Any]) -> tuple[Any, Library]:
    """The first array of another library, and its library. Raises TypeError for arrays of several libraries."""
    found = {library: each for each in reversed(values) if (library := library_of(type(each))) is not None}
    if len(found) > 1:
        names = sorted(f"{type(each).__module__}.{type(each).__name__}" for each in found.values())
        raise TypeError(f"the arrays belong to different libraries: {' and '.join(names)}")
    library, first = found.popitem()
    return first, library


def _of_dask(name: str) -> Callable[..., Any]:
    """The function for dask's arrays."""
    lazily = getattr(importlib.import_module("stockham.dask"), name, None)
    if lazily is None:
        raise TypeError(f"stockham.dask has no {name}: pass x.compute(), or apply the function to blocks by x.map_blocks")
    return lazily  # type: ignore[no-any-return]


def _returned(result: Any, library: Library, like: Any, same: dict[int, Any]) -> Any:
    if isinstance(result, (np.ndarray, np.generic)):
        return same[id(result)] if id(result) in same else library.returned(result, like)
    if isinstance(result, (tuple, list)):
        each = [_returned(part, library, like, same) for part in result]
        return type(result)(*each) if hasattr(result, "_fields") else type(result)(each)
    return result
