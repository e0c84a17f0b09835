"""scipy.fft's backend: which calls of scipy.fft are computed here."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import fft


def call(method: Any, args: Any, kwargs: Any) -> Any:
    """The result of ``method(*args, **kwargs)``, a function of scipy.fft, or NotImplemented.

    NotImplemented are functions that are not there (fht, ifht) and data more precise than float64.
    """
    function = getattr(fft, method.__name__, None)
    if function is None or (args and getattr(args[0], "dtype", np.dtype(float)) in (np.longdouble, np.clongdouble)):
        return NotImplemented
    return function(*args, **kwargs)
