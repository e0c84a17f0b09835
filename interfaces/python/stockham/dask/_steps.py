"""Plans the steps of a transform of a chunked array: which axes are transformed together, and with which chunks.

A step needs each axis that it transforms in one chunk. Between steps the array is rechunked, which moves data between workers.
The search tries all orders and groupings of the axes, and takes the plan that moves the fewest bytes with blocks that fit.
"""

from __future__ import annotations

from itertools import combinations
from math import prod
from typing import Iterator, NamedTuple, Sequence

Chunks = tuple[tuple[int, ...], ...]


class Step(NamedTuple):
    """Axes to transform together, and the chunks of the input."""

    axes: tuple[int, ...]
    chunks: Chunks


class Search(NamedTuple):
    """What the plans of a search have in common. `lengths` are the lengths of the transformed axes of the input and the output
    in memory, by axis. `first` and `last` are axes that must be in the first or the last step: those that turn real numbers
    into complex numbers, or back. `sizes` are the bytes of an element before the first step, between steps, and after the last
    one."""

    lengths: dict[int, tuple[int, int]]
    first: int | None
    last: int | None
    sizes: tuple[int, int, int]
    limit: int
    workers: int


def find_steps(chunks: Chunks, search: Search) -> list[Step]:
    """The steps of the cheapest plan."""
    best = min(_plans(tuple(sorted(search.lengths)), search), key=lambda groups: _cost(chunks, groups, search))
    return _steps(chunks, best, search)[0]


def _plans(axes: tuple[int, ...], search: Search) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ordered partitions of the axes that respect `first` and `last`."""
    for groups in _partitions(axes):
        if (search.first is None or search.first in groups[0]) and (search.last is None or search.last in groups[-1]):
            yield groups


def _partitions(axes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not axes:
        yield ()
    for count in range(len(axes), 0, -1):
        for group in combinations(axes, count):
            for rest in _partitions(tuple(a for a in axes if a not in group)):
                yield (group, *rest)


def _cost(chunks: Chunks, groups: Sequence[Sequence[int]], search: Search) -> tuple[float, ...]:
    """Blocks that are too large, then the bytes moved, then idle workers, then the number of steps."""
    steps, moved, largest = _steps(chunks, groups, search)
    fewest = min(prod(map(len, step.chunks)) for step in steps)
    return max(0, largest - search.limit), moved, max(0, search.workers - fewest), len(steps)


def _steps(chunks: Chunks, groups: Sequence[Sequence[int]], search: Search) -> tuple[list[Step], int, int]:
    """The steps, the bytes that they move, and the bytes of the largest block."""
    steps: list[Step] = []
    done: list[int] = []
    moved = largest = 0
    for number, group in enumerate(groups):
        sizes = search.sizes[min(number, 1)], search.sizes[2 if number == len(groups) - 1 else 1]
        needed = _chunks_for(chunks, group, done, sizes, search)
        # The first step cuts or pads its axes, so only what is there moves.
        moved += moved_elements(chunks, needed) * sizes[0]
        steps.append(Step(tuple(group), needed))
        after = _after(needed, group, search)
        largest = max(largest, _block(needed) * sizes[0], _block(after) * sizes[1])
        chunks, done = after, [*done, *group]
    return steps, moved, largest


def _after(chunks: Chunks, group: Sequence[int], search: Search) -> Chunks:
    return tuple((search.lengths[a][1],) if a in group else c for a, c in enumerate(chunks))


def _block(chunks: Chunks) -> int:
    return prod(max(c) for c in chunks)


def _chunks_for(chunks: Chunks, group: Sequence[int], done: Sequence[int], sizes: tuple[int, int], search: Search) -> Chunks:
    """Chunks with the group's axes whole. The others are divided until a block fits and all workers have one: first along axes
    that are not transformed, which moves nothing, then along those that are done."""
    needed = [(sum(c),) if a in group else c for a, c in enumerate(chunks)]
    moves = any(len(chunks[a]) > 1 for a in group)

    def rank(axis: int) -> int:
        return 0 if axis not in search.lengths else 1 if axis in done else 2

    def too_large() -> bool:
        now = tuple(needed)
        return max(_block(now) * sizes[0], _block(_after(now, group, search)) * sizes[1]) > search.limit

    def too_few() -> bool:
        return moves and prod(map(len, needed)) < search.workers

    for axis in sorted((a for a in range(len(chunks)) if a not in group), key=lambda a: (rank(a), a)):
        while max(needed[axis]) > 1 and (too_large() or too_few()):
            needed[axis] = _halved(needed[axis])
    return tuple(needed)


def _halved(chunks: Sequence[int]) -> tuple[int, ...]:
    """Divides the largest chunks in two."""
    largest = max(chunks)
    return tuple(part for n in chunks for part in ((n - n // 2, n // 2) if n == largest else (n,)))


def moved_elements(before: Chunks, after: Chunks) -> int:
    """The elements that move: each new block is made where its largest part is."""
    kept = prod(sum(_largest_overlaps(old, new)) for old, new in zip(before, after))
    return prod(map(sum, after)) - kept


def _largest_overlaps(old: Sequence[int], new: Sequence[int]) -> Iterator[int]:
    """For each new chunk, the most elements that it has from one old chunk."""
    edges = [0]
    for n in old:
        edges.append(edges[-1] + n)
    start = 0
    for n in new:
        yield max(min(start + n, b) - max(start, a) for a, b in zip(edges, edges[1:]))
        start += n
