"""The first steps of all functions: conversion of the array, and checks of the arguments that have no effect."""

from __future__ import annotations

from typing import Any

from .._arrays.choice import place_of
from .._arrays.host import HOST
from .._transforms.arguments import worker_count
from ._transforms import check_plan


def begin(x: Any, workers: int | None, plan: Any = None) -> Any:
    """`x` as an array of a supported type."""
    check_plan(plan)
    if workers is not None:
        worker_count(workers)
    return place_of(x).as_array(x)


def begin_real(x: Any, workers: int | None, plan: Any = None) -> Any:
    """As `begin`; raises TypeError for complex data."""
    x = begin(x, workers, plan)
    if x.dtype.kind == "c":
        raise TypeError("x must be a real sequence")
    return x


def untransformed(x: Any, out: Any) -> Any:
    """The result of a transform along no axes: the array itself, of any type."""
    x = HOST.given(x) if place_of(x) is HOST else x
    return x if out is None else place_of(x).delivered(x, place_of(x).output(x, out, x.shape, x.dtype))
