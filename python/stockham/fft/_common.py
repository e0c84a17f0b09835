"""The first steps of all functions: the array and the arguments that are only checked."""

from __future__ import annotations

from typing import Any

from .. import _arguments, _transforms


def begin(x: Any, workers: int | None, plan: Any = None) -> Any:
    """`x` as an array of a type that is transformed."""
    _transforms.check_plan(plan)
    _arguments.check_workers(workers)
    return _transforms.place_of(x).as_array(x)


def begin_real(x: Any, workers: int | None, plan: Any = None) -> Any:
    """Likewise of what must be real."""
    x = begin(x, workers, plan)
    if x.dtype.kind == "c":
        raise TypeError("x must be a real sequence")
    return x
