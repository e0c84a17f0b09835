"""Checks of options: each becomes a value of the type that the C++ library takes, or an ArgumentError that names it."""

from __future__ import annotations

import operator
from typing import Any, Callable, TypeVar

from ._errors import refused

Number = TypeVar("Number", float, complex)

_MOST = (1 << 63) - 1


def whole(name: str, value: Any, least: int = 0, most: int = _MOST) -> int:
    """A whole number from `least` to `most`."""
    try:
        found = operator.index(value)
    except TypeError:
        raise refused(name, f"must be a whole number (got {value!r})") from None
    if not least <= found <= most:
        limits = f"must be {least} or more" if most == _MOST and found < least else f"must be from {least} to {most}"
        raise refused(name, f"{limits} (got {found})")
    return found


def number(name: str, value: Any) -> float:
    """A real number; it may be infinite or NaN."""
    return _converted(name, value, float)


def complex_number(name: str, value: Any) -> complex:
    """A complex number."""
    return _converted(name, value, complex)


def _converted(name: str, value: Any, to: Callable[[Any], Number]) -> Number:
    try:
        if not isinstance(value, (str, bytes)):
            return to(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise refused(name, f"must be a number (got {value!r})")


def seconds(name: str, value: Any) -> float:
    """A time that is not negative."""
    found = number(name, value)
    if not found >= 0:
        raise refused(name, f"must be 0 seconds or more (got {value!r})")
    return found


def text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise refused(name, f"must be a string (got {value!r})")
    return value


def function(name: str, value: Any) -> Any:
    """A function, or None."""
    if value is not None and not callable(value):
        raise refused(name, f"{type(value).__name__} is not callable")
    return value


def pair(name: str, value: Any) -> tuple[float, float]:
    """Two numbers."""
    try:
        low, high = value
    except (TypeError, ValueError):
        raise refused(name, f"must be two numbers (got {value!r})") from None
    return number(name, low), number(name, high)
