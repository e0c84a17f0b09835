"""The cache of plans that transforms of arrays share, and the life of what it holds."""

from __future__ import annotations

import atexit
import sys

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


# Before the interpreter is gone: drivers do not like to be called from static destructors.
atexit.register(clear)
