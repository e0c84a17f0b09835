"""The kinds of transforms and the element types of their arrays: numpy's types for the words of problem strings."""

from __future__ import annotations

import numpy as np

KINDS = ("c2c", "r2c", "c2r", *(f"{family}{number}" for family in ("dct", "dst") for number in (1, 2, 3, 4)))
_INVERSES = {"r2c": "c2r", "c2r": "r2c", "dct2": "dct3", "dct3": "dct2", "dst2": "dst3", "dst3": "dst2"}

# The real and the complex type. numpy has no complex type of half precision: such arrays hold pairs of float16.
_TYPES = {"f16": "ee", "f32": "fF", "f64": "dD"}
_DTYPES = {(precision, place == 1): np.dtype(char) for precision, pair in _TYPES.items() for place, char in enumerate(pair)}

#: The precision of each type that functions of arrays transform, by its character.
PRECISIONS = {char: precision for precision in ("f32", "f64") for char in _TYPES[precision]}


def inverse_kind(kind: str) -> str:
    """The kind of the inverse, without its scale."""
    return _INVERSES.get(kind, kind)


def dtype_of(precision: str, is_complex: bool) -> np.dtype:
    return _DTYPES[precision, is_complex]


def input_dtype(kind: str, precision: str) -> np.dtype:
    return _DTYPES[precision, kind in ("c2c", "c2r")]


def output_dtype(kind: str, precision: str) -> np.dtype:
    return _DTYPES[precision, kind in ("c2c", "r2c")]
