"""The cache of plans that transforms of arrays share, and the life of what it holds."""

from __future__ import annotations

import atexit

from . import _stockham
from ._cache import BoundedCache

#: Plans of one process: a plan is a few kilobytes beside the twiddle tables, which plans of a context share.
cache: BoundedCache[_stockham.Plan] = BoundedCache(256)

# Before the interpreter is gone: drivers do not like to be called from static destructors.
atexit.register(cache.clear)
