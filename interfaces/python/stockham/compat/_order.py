"""The order of an array's axes in memory."""

from __future__ import annotations

from typing import Sequence


def axes_by_stride(shape: Sequence[int], strides: Sequence[int] | None) -> list[int]:
    """The axes, slowest first. Axes of one point can have any stride, so if the other axes are in row-major or column-major
    order, all axes are put in that order."""
    rank = len(shape)
    if strides is None:
        return list(range(rank))
    steps = [abs(strides[a]) for a in range(rank) if shape[a] > 1]
    if steps == sorted(steps, reverse=True):
        return list(range(rank))
    if steps == sorted(steps):
        return list(reversed(range(rank)))
    return sorted(range(rank), key=lambda a: -abs(strides[a]))
