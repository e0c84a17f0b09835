"""What a VkFFTApp refuses: keywords, types of numbers, arrays."""

from __future__ import annotations

import difflib
from typing import Any, Iterable, Sequence

import numpy as np
import pyopencl.array as cl_array

from ..._errors import ArgumentError

# VkFFT's parameters, which pyvkfft hands on; here they change nothing.
_TUNING = ("aimThreads", "coalescedMemory", "disableReorderFourStep", "forceCallbackVersionRealTransforms", "groupedBatch",
           "keepShaderCode", "numSharedBanks", "performBandwidthBoost", "registerBoost", "registerBoost4Step",
           "registerBoostNonPow2", "useLUT", "warpSize")


class VkFFTError(ArgumentError, RuntimeError):
    """What a VkFFTApp refuses: RuntimeError, as pyvkfft raises, and this package's ArgumentError, a ValueError."""


def check_keywords(given: Iterable[str], parameters: Iterable[str]) -> None:
    """Refuses keywords that are no parameters of VkFFT; `parameters` are those of the class itself."""
    for name in given:
        if name not in _TUNING:
            close = difflib.get_close_matches(name, [*parameters, *_TUNING], 1)
            raise TypeError(f"VkFFTApp has no parameter {name!r}" + (f"; {close[0]!r} is one" if close else ""))


def type_of(given: bool | int, name: str) -> int:
    """The type of a cosine or sine transform; 0 for none."""
    number = 2 if given is True else int(given or 0)
    if not 0 <= number <= 4:
        raise VkFFTError(f"{name} is {given}; the types are 1, 2, 3 and 4")
    return number


def kind_of(r2c: bool, dct: int, dst: int, dtype: np.dtype) -> str:
    """The kind of transform, as problem strings name it."""
    if bool(r2c) + bool(dct) + bool(dst) > 1:
        raise VkFFTError("r2c, dct and dst exclude each other")
    kind = "r2c" if r2c else f"dct{dct}" if dct else f"dst{dst}" if dst else "c2c"
    if dtype.char not in ("FD" if kind == "c2c" else "fd") or not dtype.isnative:
        raise VkFFTError(f"dtype is {dtype}: {kind} transforms " +
                         ("complex64 and complex128" if kind == "c2c" else "float32 and float64"))
    return kind


def check_is_array(name: str, given: Any) -> None:
    """Refuses all but pyopencl arrays of at least one axis."""
    if not isinstance(given, cl_array.Array):
        raise TypeError(f"{name} is {type(given).__name__}; pyopencl arrays are transformed")
    if not given.shape:
        raise VkFFTError(f"{name} has no axis")


def check_array(name: str, given: Any, expected: tuple[tuple[int, ...], np.dtype], others: Sequence[Any]) -> None:
    """Refuses an array that has neither the expected shape and type nor one of the others."""
    check_is_array(name, given)
    if (given.shape, given.dtype) != expected and (given.shape, given.dtype) not in others:
        raise VkFFTError(f"{name} has the shape {given.shape} and the type {given.dtype}; the VkFFTApp was made for "
                         f"{expected[0]} and {expected[1]}")
