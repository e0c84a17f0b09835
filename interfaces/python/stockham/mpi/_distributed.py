"""Distributed transforms: checks what all ranks ask for, and makes the transform of mpi4py-fft."""

from __future__ import annotations

import operator
from math import prod
from typing import Any, Callable, Sequence

import numpy as np
from mpi4py import MPI
from mpi4py_fft.pencil import Subcomm

from .. import _devices
from .._devices import Choice, Device
from .._errors import refused
from .._transforms.types import KINDS, PRECISIONS
from ._grid import distributed_axes, grid_sizes, step_kind, usable
from ._local import Transforms
from ._planned import Facts, IdlePlan, Plan
from ._team import Team


def new_array(plan: Plan, output: bool = False) -> np.ndarray:
    """A new array for this rank's part of the input, or of the output, of `plan.forward`.

    Returns
    -------
    DistArray
        mpi4py-fft's array, of zeros; on a rank without planes, an empty numpy array.
    """
    return plan.new_array(output)


def plan(comm: Any, shape: Sequence[int], axes: Sequence[Any] | None = None, dtype: Any = float,
         kind: str | Sequence[str] | None = None, slab: bool | int | None = None, *, grid: Sequence[int] | None = None,
         padding: Any = False, device: Choice = None) -> Plan:
    """Plans a transform of an array that is distributed among the ranks of `comm`. Collective.

    Parameters
    ----------
    comm : mpi4py.MPI.Intracomm
        The ranks. Each calls `plan` with the same arguments but `device`.
    shape : sequence of ints
        The shape of the whole array, of two axes or more; for c2r, that of its real output.
    axes : sequence of ints, optional
        The axes to transform, the last one first; all by default. Groups of axes, as mpi4py-fft takes them, are accepted.
        Axes that are local at the same time are transformed by one plan in any case.
    dtype : dtype, optional
        float32, float64, complex64 or complex128: the type of the input. With c2r, a real type stands for the output.
    kind : str or sequence of str, optional
        ``"c2c"``, ``"r2c"``, ``"c2r"``, ``"dct1"`` to ``"dst4"``; or one for each axis of `axes`. By default r2c for real and
        c2c for complex types. With r2c and c2r, only the last axis is real, and the others are c2c.
    slab : bool or int, optional
        True or an axis: only one axis is distributed at a time. False: as many as possible (pencils). By default a slab if
        there are enough planes for all ranks, along an axis that is not transformed if possible.
    grid : sequence of ints, optional
        The number of ranks along each axis; 0 to choose it. Instead of `slab`.
    padding : sequence of floats, optional
        Factors by which mpi4py-fft lengthens the axes in physical space.
    device : str, int or Device, optional
        The device of this rank, as in `stockham.find_device`. By default the ranks of a host share its GPUs in turn, or its
        other devices if it has no GPU.

    Returns
    -------
    Plan

    Raises
    ------
    ArgumentError
        On all ranks, if the arguments of the ranks differ, or if an argument is invalid.
    RankError
        On the other ranks, if one rank has no device or fails in another way. `Plan.forward` and `Plan.backward` also raise it.

    Notes
    -----
    As in mpi4py-fft, `forward` divides by the number of points and `backward` does not; ``normalize=`` changes that.

    If there are more ranks than planes, the last ranks have empty arrays. They call `forward` and `backward` like the others.

    Examples
    --------
    >>> from mpi4py import MPI
    >>> from stockham import mpi
    >>> p = mpi.plan(MPI.COMM_WORLD, (4, 6, 8), dtype="f")
    >>> p.global_shape(True)
    (4, 6, 5)
    """
    if not isinstance(comm, MPI.Intracomm):
        raise refused("comm", f"must be an mpi4py.MPI.Intracomm, not {type(comm).__name__}")
    team = Team(comm)
    try:
        return _plan(team, comm, shape, axes, dtype, kind, slab, grid, padding, device)
    except BaseException:
        team.free()
        raise


def _plan(team: Team, comm: Any, shape: Any, axes: Any, dtype: Any, kind: Any, slab: Any, grid: Any, padding: Any,
          device: Choice) -> Plan:
    what = team.together(lambda: _check(shape, axes, dtype, kind, slab, grid, padding))
    _check_alike(team, what)
    lengths, along, precise, kinds, padded = (what[name] for name in ("shape", "axes", "dtype", "kind", "padding"))
    inverse = "c2r" in kinds
    kinds = tuple("r2c" if each == "c2r" else each for each in kinds)
    wanted = grid_sizes(comm.Get_size(), lengths, along, kinds, what["slab"], what["grid"])
    sizes, groups = usable(wanted, lengths, along, kinds, [] if padded is False else padded)
    chosen = team.together(lambda: _device_for(comm, device, precise))
    of_axis = dict(zip(along, kinds))
    transforms = Transforms(lambda group: step_kind([of_axis[a] for a in group]), chosen, team)

    def make(ranks: Any) -> Plan:
        return Plan(Subcomm(ranks, sizes), team, chosen, "c2r" if inverse else kinds[-1], lengths, axes=groups, dtype=precise,
                    backend="fftw", transforms=transforms, padding=padded if padded is False else list(padded))

    if prod(sizes) == comm.Get_size():
        return team.together(lambda: make(comm))
    empty = distributed_axes(wanted, along, groups)
    return _with_idle_ranks(team, comm, prod(sizes), chosen, make, empty[::-1] if inverse else empty)


def _with_idle_ranks(team: Team, comm: Any, count: int, device: Device, make: Callable[[Any], Plan],
                     empty: tuple[int, int]) -> Plan:
    """The plan of the first `count` ranks, and that of the others, which have no planes."""
    works = comm.Get_rank() < count
    part = comm.Split(0 if works else MPI.UNDEFINED, comm.Get_rank())
    try:
        made = team.together(lambda: make(part) if works else None)
    finally:
        if works:
            part.Free()
    facts = Facts(*((made.global_shape(False), made.global_shape(True)), (made.dtype(False), made.dtype(True)),
                    made.axes)) if made is not None else None
    known = team.comm.bcast(facts)
    return made if made is not None else IdlePlan(team, device, known, empty)


def _check(shape: Any, axes: Any, dtype: Any, kind: Any, slab: Any, grid: Any, padding: Any) -> dict[str, Any]:
    """The arguments in one form."""
    lengths = _integers("shape", shape)
    if len(lengths) < 2 or min(lengths) < 1:
        raise refused("shape", f"must have two axes or more, each of one point or more, not {lengths}")
    if max(lengths) >= 2**31:
        raise refused("shape", f"MPI counts in 31 bits, so an axis cannot have {max(lengths)} points")
    along = list(range(len(lengths))) if axes is None else _axes_of(axes, len(lengths))
    precise = np.dtype(dtype)
    if precise.char not in PRECISIONS:
        raise refused("dtype", f"must be float32, float64, complex64 or complex128, not {precise}")
    kinds = _kinds_of(kind, precise, len(along))
    if "c2r" in kinds:
        precise = np.zeros(0, precise).real.dtype
    if padding is not False and (np.ndim(padding) != 1 or len(padding) != len(lengths)):
        raise refused("padding", f"must be False or {len(lengths)} factors, one for each axis")
    if slab is not None and grid is not None:
        raise refused("grid", "must not be given with slab")
    if slab is not None and not isinstance(slab, bool):
        slab, = _axes_of([slab], len(lengths), "slab")
    return {"shape": lengths, "axes": tuple(along), "dtype": precise, "kind": kinds, "slab": slab,
            "grid": None if grid is None else _integers("grid", grid),
            "padding": False if padding is False else tuple(map(float, padding))}


def _integers(name: str, values: Any) -> tuple[int, ...]:
    try:
        return tuple(operator.index(each) for each in values)
    except TypeError:
        raise refused(name, f"must be a sequence of integers, not {values!r}") from None


def _axes_of(axes: Any, rank: int, name: str = "axes") -> list[int]:
    flat: list[Any] = []
    for each in [axes] if isinstance(axes, (int, np.integer)) else axes:
        flat += each if isinstance(each, (tuple, list)) else [each]
    along = _integers(name, flat)
    if not along or any(not -rank <= a < rank for a in along):
        raise refused(name, f"{axes!r} is not between {-rank} and {rank - 1}")
    found = [a % rank for a in along]
    if len(set(found)) != len(found):
        raise refused(name, f"{axes!r} has an axis twice")
    return found


def _kinds_of(kind: Any, dtype: np.dtype, count: int) -> tuple[str, ...]:
    """The kind of each axis."""
    if kind is None:
        kind = "r2c" if dtype.kind == "f" else "c2c"
    if isinstance(kind, str):
        first = "c2c" if kind in ("r2c", "c2r") else kind
        kind = [*[first] * (count - 1), kind]
    kinds = tuple(kind)
    for each in kinds:
        if each not in KINDS:
            raise refused("kind", f"{each!r} is not one of {', '.join(KINDS)}")
    if len(kinds) != count:
        raise refused("kind", f"has {len(kinds)} kinds for {count} axes")
    _check_order(kinds, dtype)
    return kinds


def _check_order(kinds: tuple[str, ...], dtype: np.dtype) -> None:
    """Checks that each axis gets the data that its kind transforms."""
    halves = [i for i, each in enumerate(kinds) if each in ("r2c", "c2r")]
    if len(halves) > 1:
        raise refused("kind", f"only one axis can be r2c or c2r, not {len(halves)}")
    if halves and halves[0] != len(kinds) - 1:
        raise refused("kind", f"{kinds[halves[0]]} is possible on the last axis only, which is transformed first")
    if not halves and dtype.kind == "f" and "c2c" in kinds:
        raise refused("kind", f"c2c transforms complex data, not {dtype}")
    if "r2c" in kinds and dtype.kind == "c":
        raise refused("kind", f"r2c transforms real data, not {dtype}")


def _check_alike(team: Team, what: dict[str, Any]) -> None:
    """Raises the same error on all ranks if the arguments of the ranks differ."""
    every = team.gather(what)
    for rank, other in enumerate(every):
        for name, value in every[0].items():
            if other[name] != value:
                raise refused(name, f"rank {rank} has {other[name]}, but rank 0 has {value}")


def _device_for(comm: Any, choice: Choice, dtype: np.dtype) -> Device:
    """The device of this rank: its choice, or one of the host's in turn."""
    local = comm.Split_type(MPI.COMM_TYPE_SHARED)
    rank = local.Get_rank()
    local.Free()
    if choice is not None:
        device = _devices.find_device(choice)
    else:
        device = _devices.device_in_turn(rank)
    if dtype.char in "dD" and not device.has_double:
        raise refused("dtype", f"the device {device.name!r} has no double precision")
    return device
