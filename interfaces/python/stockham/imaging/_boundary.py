"""The values beyond the edges, by the names of scipy.ndimage."""

from __future__ import annotations

from .._errors import refused

#: The numbers of stockham::imaging::boundary.
NUMBERS = {"constant": 0, "nearest": 1, "reflect": 2, "mirror": 3, "wrap": 4}


def number_of(boundary: str) -> int:
    if boundary not in NUMBERS:
        raise refused("boundary", f"must be one of {', '.join(NUMBERS)} (got {boundary!r})")
    return NUMBERS[boundary]
