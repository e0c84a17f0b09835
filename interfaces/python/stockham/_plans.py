"""The cache of plans that transforms of arrays share, and the life of what it holds."""

from __future__ import annotations

import atexit
import sys
import time

from . import _stockham
from ._cache import BoundedCache

#: Plans of this process: a few kilobytes each beside the twiddle tables, which the plans of a context share.
cache: BoundedCache[_stockham.Plan] = BoundedCache(256)


def clear() -> None:
    """Forgets all plans, and the queues and kernels of pyopencl arrays."""
    cache.clear()
    for module, name in (("stockham._queues", "queues"), ("stockham._gather", "kernels")):
        if module in sys.modules:
            getattr(sys.modules[module], name).clear()


def _at_exit() -> None:
    """Plans go before the interpreter does, as drivers do not like calls from static destructors. One that goes saves its
    kernels on disk first: the newest may do so for two seconds in all, the others are left to the end of the process."""
    deadline = time.monotonic() + 2
    plans = cache.take_all()
    while plans:
        plan = plans.pop()
        if time.monotonic() > deadline:
            plan.abandon()
        del plan
    clear()


atexit.register(_at_exit)
