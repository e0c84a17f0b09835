"""How an array is divided among ranks, and which axes are local in each step, as mpi4py-fft does it."""

from __future__ import annotations

from math import prod
from typing import Any, Sequence

from mpi4py import MPI

from .._errors import refused


class Grid:
    """The number of ranks along each axis. The array is whole along the axis `aligned`; a step exchanges it with another."""

    def __init__(self, sizes: Sequence[int], aligned: int) -> None:
        self.sizes, self.aligned = list(sizes), aligned

    def align(self, axis: int) -> None:
        here = self.sizes
        here[axis], here[self.aligned] = here[self.aligned], here[axis]
        self.aligned = axis

    def fewest_planes(self, shape: Sequence[int], groups: Sequence[Sequence[int]], real: bool) -> list[int]:
        """For each number of `sizes`, the fewest planes of the axes that it divides in the steps. `real`: the first step halves
        its last axis. Aligns the grid as the last step does."""
        lengths = list(shape)
        place = list(range(len(shape)))  # where the number of ranks along each axis was before the first step
        fewest = list(shape)

        def count() -> None:
            for axis, n in enumerate(lengths):
                fewest[place[axis]] = min(fewest[place[axis]], n)

        for number, group in enumerate(reversed(groups)):
            if number:
                place[group[-1]], place[self.aligned] = place[self.aligned], place[group[-1]]
                self.align(group[-1])
            count()
            if not number and real:
                lengths[group[-1]] = lengths[group[-1]] // 2 + 1
        return fewest


def usable(sizes: Sequence[int], shape: Sequence[int], axes: Sequence[int], kinds: Sequence[str],
           padding: Sequence[float]) -> tuple[list[int], list[list[int]]]:
    """At most these numbers of ranks along each axis, so that every rank has a plane in every step; and the steps."""
    while True:
        groups = groups_of(axes, kinds, Grid(sizes, axes[-1]), padding)
        fewest = Grid(sizes, axes[-1]).fewest_planes(shape, groups, kinds[-1] == "r2c")
        fitting = [min(size, n) for size, n in zip(sizes, fewest)]
        if fitting == list(sizes):
            return fitting, groups
        sizes = fitting


def distributed_axes(sizes: Sequence[int], axes: Sequence[int], groups: Sequence[Sequence[int]]) -> tuple[int, int]:
    """An axis that is divided among ranks before the first step, and one after the last."""
    grid = Grid(sizes, axes[-1])
    first = max(range(len(sizes)), key=lambda a: grid.sizes[a])
    for group in reversed(groups[:-1]):
        grid.align(group[-1])
    return first, max(range(len(sizes)), key=lambda a: grid.sizes[a])


def grid_sizes(ranks: int, shape: Sequence[int], axes: Sequence[int], kinds: Sequence[str], slab: Any,
               grid: Sequence[int] | None) -> list[int]:
    """The number of ranks along each axis before the first step."""
    if grid is not None:
        return _given(ranks, len(shape), axes, grid)
    if slab is not None and slab is not False:
        return _slab(ranks, len(shape), axes, (axes[-1] + 1) % len(shape) if slab is True else slab)
    if slab is None:
        free = max((a for a in range(len(shape)) if a not in axes), key=lambda a: shape[a], default=None)
        if free is not None and shape[free] >= ranks:
            return _slab(ranks, len(shape), axes, free)
        last = shape[axes[-1]] // 2 + 1 if kinds[-1] == "r2c" else shape[axes[-1]]
        if len(axes) > 1 and min(shape[axes[0]], last) >= ranks:
            return _slab(ranks, len(shape), axes, axes[0])
    return _computed(ranks, [1 if a == axes[-1] else 0 for a in range(len(shape))])


def _slab(ranks: int, rank: int, axes: Sequence[int], axis: int) -> list[int]:
    if axis == axes[-1]:
        raise refused("slab", f"axis {axis} is transformed first, so it cannot be distributed")
    return [ranks if a == axis else 1 for a in range(rank)]


def _given(ranks: int, rank: int, axes: Sequence[int], grid: Sequence[int]) -> list[int]:
    if len(grid) > rank:
        raise refused("grid", f"has {len(grid)} numbers for {rank} axes")
    sizes = [max(0, n) for n in grid] + [1] * (rank - len(grid))
    fixed = prod(n for n in sizes if n)
    if ranks % fixed or (0 not in sizes and fixed != ranks):
        raise refused("grid", f"{tuple(grid)} does not divide {ranks} ranks")
    sizes = _computed(ranks, sizes)
    if sizes[axes[-1]] != 1:
        raise refused("grid", f"axis {axes[-1]} is transformed first, so it cannot be distributed")
    return sizes


def _computed(ranks: int, sizes: Sequence[int]) -> list[int]:
    """Replaces zeros by factors of the number of ranks."""
    return [int(n) for n in MPI.Compute_dims(ranks, list(sizes))]


def groups_of(axes: Sequence[int], kinds: Sequence[str], grid: Grid, padding: Sequence[float]) -> list[list[int]]:
    """The axes of each step, the last step first. Neighbouring axes that are local at the same time make one step if one plan
    can transform them. mpi4py-fft pads one axis in a step."""
    groups: list[list[int]] = [[axes[-1]]]
    of_group = [kinds[-1]]
    for axis, kind in zip(reversed(axes[:-1]), reversed(kinds[:-1])):
        padded = any(padding[a] > 1 for a in (axis, *groups[0])) if padding else False
        if grid.sizes[axis] == 1 and not padded and step_kind([kind, *of_group], check=False):
            groups[0].insert(0, axis)
            of_group.insert(0, kind)
        else:
            grid.align(axis)
            groups.insert(0, [axis])
            of_group = [kind]
    return groups


def step_kind(kinds: Sequence[str], check: bool = True) -> str:
    """The kind of a plan along axes of these kinds; "" if there is none."""
    first, last = set(kinds[:-1]), kinds[-1]
    if first <= {last} or (last == "r2c" and first == {"c2c"}):
        return last
    return ""
