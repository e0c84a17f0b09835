"""The functions of `stockham.fft` for the arrays of a library that records operations."""

from __future__ import annotations

from typing import Any, Callable, Iterable

from . import fft
from ._arrays.recorded import Recorded, Recording


def functions_of(place: Recording, names: Iterable[str]) -> list[Callable[..., Any]]:
    """The functions with these names, for the arrays of a place."""
    return [_function(place, name) for name in names]


def _function(place: Recording, name: str) -> Callable[..., Any]:
    transform = getattr(fft, name)

    def function(x: Any, *args: Any, **kwargs: Any) -> Any:
        return transform(Recorded(place, place.given(x)), *args, **kwargs).value

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""`stockham.fft.{name}`, differentiable, with the same arguments and results. `plan` must be None."""
    return function
