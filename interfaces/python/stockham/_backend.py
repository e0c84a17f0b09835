"""scipy.fft's backend: which calls of scipy.fft are computed here, and which are left to scipy."""

from __future__ import annotations

import inspect
import logging
from typing import Any

from . import _host, fft
from ._errors import DeviceMemoryError, StockhamError, UnsupportedError
from ._places import place_of

_log = logging.getLogger("stockham.backend")

# The position of `overwrite_x` among the arguments of each transform.
_OVERWRITE = {name: list(inspect.signature(getattr(fft, name)).parameters).index("overwrite_x")
              for name in fft.__all__ if "overwrite_x" in inspect.signature(getattr(fft, name)).parameters}

_scipy_is_registered = False


def call(method: Any, args: Any, kwargs: Any) -> Any:
    """The result of ``method(*args, **kwargs)``, a function of scipy.fft, or NotImplemented to leave the call to scipy.

    Left to scipy are functions that `stockham.fft` does not have, host arrays that the library or the device cannot
    transform, and arguments that `stockham.fft` refuses, so that scipy raises its own error.
    """
    name = method.__name__
    if name not in _OVERWRITE:
        return _leave_to_scipy(name, "stockham.fft does not have it")
    on_host = place_of(args[0] if args else kwargs.get("x")) is _host
    if on_host:
        args, kwargs = _without_overwriting(_OVERWRITE[name], args, kwargs)
    try:
        return getattr(fft, name)(*args, **kwargs)
    except Exception as error:
        failed = isinstance(error, StockhamError) and not isinstance(error, (UnsupportedError, DeviceMemoryError))
        if failed or not on_host:
            raise
        return _leave_to_scipy(name, error)


def _without_overwriting(place: int, args: Any, kwargs: Any) -> tuple[Any, Any]:
    """scipy needs the input unchanged if a transform fails half-way."""
    if len(args) > place:
        return (*args[:place], False, *args[place + 1:]), kwargs
    return args, ({**kwargs, "overwrite_x": False} if "overwrite_x" in kwargs else kwargs)


def _leave_to_scipy(name: str, why: Any) -> Any:
    """NotImplemented, so that scipy.fft tries the next backend. ``set_global_backend(stockham)`` has replaced scipy's own,
    which is registered again here, as the last one."""
    global _scipy_is_registered
    if not _scipy_is_registered:
        import scipy.fft

        scipy.fft.register_backend("scipy")
        _scipy_is_registered = True
    _log.info("%s goes to scipy: %s", name, why)
    return NotImplemented
