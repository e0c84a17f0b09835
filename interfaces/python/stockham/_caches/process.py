"""The caches that all functions share, and their end before that of the interpreter."""

from __future__ import annotations

import atexit
import functools
import time
from typing import Any, Callable, TypeVar

from .. import _stockham
from .bounded import BoundedCache

#: The plans for transforms of arrays. A plan takes a few kilobytes; plans of a context share their twiddle tables.
plans: BoundedCache[_stockham.Plan] = BoundedCache(128)
#: The handles of pyopencl's queues.
queues: BoundedCache[Any] = BoundedCache(16)
#: The kernels for conversions, shifts and products of pyopencl arrays.
kernels: BoundedCache[Any] = BoundedCache(64)
#: The engines of imaging functions, by context and device.
engines: BoundedCache[_stockham.ImagingEngine] = BoundedCache(16)

Function = TypeVar("Function", bound=Callable[..., Any])
_functions: list[Any] = []


def remembered(most: int) -> Callable[[Function], Function]:
    """A decorator that keeps the results of a function for the latest `most` arguments, until `clear`."""

    def add(function: Function) -> Function:
        keeping: Any = functools.lru_cache(most)(function)
        _functions.append(keeping)
        return keeping  # type: ignore[no-any-return]

    return add


def clear() -> None:
    """Drops everything."""
    for cache in (plans, queues, kernels, engines):
        cache.clear()
    for function in _functions:
        function.cache_clear()


def _at_exit() -> None:
    """Destroys the plans before the interpreter exits, because drivers may fail in static destructors. Destroying a plan
    saves its kernels on disk. The newest plans are destroyed for at most two seconds; the others are abandoned."""
    _stockham.finish_calls(10)  # of daemon threads: they may be compiling kernels
    deadline = time.monotonic() + 2
    taken = plans.take_all()
    while taken:
        plan = taken.pop()
        if time.monotonic() > deadline:
            plan.abandon()
        del plan
    clear()


atexit.register(_at_exit)
