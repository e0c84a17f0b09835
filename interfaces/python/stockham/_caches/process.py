"""The caches that all functions share, and their end before that of the interpreter."""

from __future__ import annotations

import atexit
import time
from typing import Any

from .. import _stockham
from .bounded import BoundedCache

#: The plans for transforms of arrays. A plan takes a few kilobytes; plans of a context share their twiddle tables.
plans: BoundedCache[_stockham.Plan] = BoundedCache(128)
#: The handles of pyopencl's queues.
queues: BoundedCache[Any] = BoundedCache(16)
#: The kernels for conversions, shifts and products of pyopencl arrays.
kernels: BoundedCache[Any] = BoundedCache(64)


def clear() -> None:
    """Drops everything."""
    for cache in (plans, queues, kernels):
        cache.clear()


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
