"""The scipy.fft backend: computes calls of scipy.fft, or leaves them to scipy."""

from __future__ import annotations

import inspect
import logging
from typing import Any

import numpy as np

from . import fft
from ._arrays.choice import place_of
from ._arrays.host import HOST
from ._arrays.libraries import becomes_numpy
from ._errors import DeviceMemoryError, StockhamError, UnsupportedError

_log = logging.getLogger("stockham.backend")

# Each transform, and the position of `overwrite_x` among its arguments.
_TRANSFORMS = {name: (getattr(fft, name), list(inspect.signature(getattr(fft, name)).parameters).index("overwrite_x"))
               for name in fft.__all__ if "overwrite_x" in inspect.signature(getattr(fft, name)).parameters}

_scipy_is_registered = False


def call(method: Any, args: Any, kwargs: Any) -> Any:
    """The result of ``method(*args, **kwargs)``, a function of scipy.fft, or NotImplemented to leave the call to scipy.

    It leaves to scipy: functions that `stockham.fft` lacks, host arrays that the library or the device cannot transform,
    arrays whose kind the result cannot have, and arguments that `stockham.fft` rejects, so that scipy raises its own error.
    """
    name = method.__name__
    if name not in _TRANSFORMS:
        return _leave_to_scipy(name, "stockham.fft has no such function")
    transform, place = _TRANSFORMS[name]
    x = args[0] if args else kwargs.get("x")
    on_host = type(x) is np.ndarray
    if not on_host:
        if becomes_numpy(type(x)):
            return _leave_to_scipy(name, f"the result cannot be an array of class {type(x).__name__}")
        on_host = place_of(x) is HOST
    if on_host and (len(args) > place or "overwrite_x" in kwargs):
        args, kwargs = _without_overwriting(place, args, kwargs)
    try:
        return transform(*args, **kwargs)
    except Exception as error:
        failed = isinstance(error, StockhamError) and not isinstance(error, (UnsupportedError, DeviceMemoryError))
        if failed or not on_host:
            raise
        return _leave_to_scipy(name, error)


def _without_overwriting(place: int, args: Any, kwargs: Any) -> tuple[Any, Any]:
    """The arguments with `overwrite_x` false: scipy needs the unchanged input if a transform fails."""
    if len(args) > place:
        return (*args[:place], False, *args[place + 1:]), kwargs
    return args, {**kwargs, "overwrite_x": False}


def _leave_to_scipy(name: str, why: Any) -> Any:
    """Returns NotImplemented, so that scipy.fft tries the next backend. ``set_global_backend(stockham)`` removes scipy's own
    backend, so this function registers it again as the last one."""
    global _scipy_is_registered
    if not _scipy_is_registered:
        import scipy.fft

        scipy.fft.register_backend("scipy")
        _scipy_is_registered = True
    _log.info("%s goes to scipy: %s", name, why)
    return NotImplemented
