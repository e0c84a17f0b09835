"""The argument checks of VkFFTApp: keywords, types, arrays."""

from __future__ import annotations

import difflib
from typing import Any, Iterable, Sequence

import numpy as np
import pyopencl.array as cl_array

from ..._errors import ArgumentError

# VkFFT's tuning parameters, which pyvkfft passes to VkFFT; here they are ignored.
_TUNING = ("aimThreads", "coalescedMemory", "disableReorderFourStep", "forceCallbackVersionRealTransforms", "groupedBatch",
           "keepShaderCode", "numSharedBanks", "performBandwidthBoost", "registerBoost", "registerBoost4Step",
           "registerBoostNonPow2", "useLUT", "warpSize")


class VkFFTError(ArgumentError, RuntimeError):
    """An invalid argument of a VkFFTApp. It is a RuntimeError, as pyvkfft raises, and this package's ArgumentError."""


def check_keywords(given: Iterable[str], parameters: Iterable[str]) -> None:
    """Raises TypeError for keywords that are not parameters of VkFFT. `parameters` are those of VkFFTApp itself."""
    for name in given:
        if name not in _TUNING:
            close = difflib.get_close_matches(name, [*parameters, *_TUNING], 1)
            raise TypeError(f"VkFFTApp has no parameter {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))


def type_of(given: bool | int, name: str) -> int:
    """The type of a cosine or sine transform; 0 for none."""
    number = 2 if given is True else int(given or 0)
    if not 0 <= number <= 4:
        raise VkFFTError(f"{name} is {given}; it must be a type from 1 to 4")
    return number


def kind_of(r2c: bool, dct: int, dst: int, dtype: np.dtype) -> str:
    """The kind of transform, as in problem strings."""
    if bool(r2c) + bool(dct) + bool(dst) > 1:
        raise VkFFTError("only one of r2c, dct and dst can be set")
    kind = "r2c" if r2c else f"dct{dct}" if dct else f"dst{dst}" if dst else "c2c"
    if dtype.char not in ("FD" if kind == "c2c" else "fd") or not dtype.isnative:
        raise VkFFTError(f"dtype is {dtype}, but {kind} needs " +
                         ("complex64 or complex128" if kind == "c2c" else "float32 or float64"))
    return kind


def check_is_array(name: str, given: Any) -> None:
    """Raises an error unless `given` is a pyopencl array with at least one axis."""
    if not isinstance(given, cl_array.Array):
        raise TypeError(f"{name} is {type(given).__name__}; it must be a pyopencl array")
    if not given.shape:
        raise VkFFTError(f"{name} has no axis")


def check_array(name: str, given: Any, expected: tuple[tuple[int, ...], np.dtype], others: Sequence[Any]) -> None:
    """Raises an error unless the array has the expected shape and type, or those of one of the others."""
    check_is_array(name, given)
    if (given.shape, given.dtype) != expected and (given.shape, given.dtype) not in others:
        raise VkFFTError(f"{name} has shape {given.shape} and type {given.dtype}; the VkFFTApp was made for {expected[0]} and "
                         f"{expected[1]}")
