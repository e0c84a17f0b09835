"""The tasks of workers. They are pickled by value, so that the scheduler, which unpickles graphs, needs no stockham."""

from __future__ import annotations

import types
from typing import Any, Callable


def _transform(x: Any, function: str, lengths: Any, axes: Any, norm: Any) -> Any:
    from stockham.dask._worker import transform

    return transform(x, function, lengths, axes, norm)


def _convolve(x: Any, kernel: Any, axes: Any) -> Any:
    from stockham.dask._worker import convolve

    return convolve(x, kernel, axes)


def _by_value(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which pickles with its code instead of a reference to this module."""
    copy = types.FunctionType(function.__code__, {"__builtins__": __builtins__}, f"stockham{function.__name__}")
    copy.__module__ = "__main__"  # cloudpickle sends the functions of this module by value
    copy.__qualname__ = copy.__name__
    return copy


#: A function of stockham.fft on a block: ``transform(x, function, lengths, axes, norm)``.
transform = _by_value(_transform)
#: The valid part of the convolution of a block along `axes`: ``convolve(x, kernel, axes)``.
convolve = _by_value(_convolve)
