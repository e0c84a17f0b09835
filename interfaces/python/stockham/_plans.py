"""The cache of the plans made for transforms of arrays."""

from __future__ import annotations

import atexit
import sys
import time

from . import _stockham
from ._cache import BoundedCache

#: The cached plans. A plan takes a few kilobytes; plans of a context share their twiddle tables.
cache: BoundedCache[_stockham.Plan] = BoundedCache(256)


def clear() -> None:
    """Drops all plans, and the queues and kernels for pyopencl arrays."""
    cache.clear()
    for module, name in (("stockham._queues", "queues"), ("stockham._gather", "kernels")):
        if module in sys.modules:
            getattr(sys.modules[module], name).clear()


def _at_exit() -> None:
    """Destroys the plans before the interpreter exits, because drivers may fail in static destructors. Destroying a plan
    saves its kernels on disk. The newest plans are destroyed for at most two seconds; the others are abandoned."""
    _stockham.finish_calls(10)  # of daemon threads: they may be compiling kernels
    deadline = time.monotonic() + 2
    plans = cache.take_all()
    while plans:
        plan = plans.pop()
        if time.monotonic() > deadline:
            plan.abandon()
        del plan
    clear()


atexit.register(_at_exit)
