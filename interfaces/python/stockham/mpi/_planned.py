"""The plans of a rank: with planes, that of mpi4py-fft; without, one of empty arrays."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from mpi4py_fft import PFFT, newDistArray

from .._devices import Device
from ._team import Team


class Plan(PFFT):  # type: ignore[misc]
    """A distributed transform: mpi4py-fft's `PFFT`, whose local transforms run on an OpenCL device. Made by `plan`.

    `forward` and `backward` are collective. mpi4py-fft documents their arguments, `local_slice`, `shape`, `dtype` and
    `global_shape`.
    """

    #: The device that this rank uses.
    device: Device

    def __init__(self, comm: Any, team: Team, device: Device, kind: str, *args: Any, **kwargs: Any) -> None:
        self.device, self._team = device, team
        super().__init__(comm, *args, **kwargs)
        if kind == "c2r":  # mpi4py-fft knows the inverse of r2c
            for one, other in (("forward", "backward"), ("_input_shape", "_output_shape")):
                this, that = getattr(self, one), getattr(self, other)
                setattr(self, one, that)
                setattr(self, other, this)
            self.pencil.reverse()

    def new_array(self, output: bool) -> np.ndarray:
        return newDistArray(self, forward_output=output)  # type: ignore[no-any-return]

    def destroy(self) -> None:
        """Frees the communicators and data types of MPI. Collective; the plan cannot be used afterwards."""
        super().destroy()
        self._team.free()

    def __enter__(self) -> Plan:
        return self

    def __exit__(self, *failure: Any) -> None:
        self.destroy()


class Facts(NamedTuple):
    """What a rank without planes learns from one with planes."""

    shapes: tuple[tuple[int, ...], tuple[int, ...]]  # of the whole input and output
    dtypes: tuple[np.dtype, np.dtype]
    axes: tuple[tuple[int, ...], ...]


class _IdleTransform:
    """A transform of empty arrays. It takes part in the agreement of each step."""

    def __init__(self, x: np.ndarray, y: np.ndarray, steps: int, team: Team) -> None:
        self.input_array, self.output_array = x, y
        self._steps, self._team = steps, team

    def __call__(self, input_array: Any = None, output_array: Any = None, **options: Any) -> np.ndarray:
        if input_array is not None:
            self.input_array[...] = input_array  # which refuses other shapes
        for _ in range(self._steps):
            self._team.together(lambda: None)
        if output_array is None:
            return self.output_array
        output_array[...] = self.output_array
        return output_array  # type: ignore[no-any-return]


class IdlePlan(Plan):
    """The plan of a rank without planes. `empty` are the axes along which its input and output are empty."""

    def __init__(self, team: Team, device: Device, facts: Facts, empty: tuple[int, int]) -> None:
        self.device, self._team = device, team
        self.axes, self.subcomm, self.transfer, self.xfftn = facts.axes, (), (), ()
        self._input_shape, self._output_shape = facts.shapes
        self._empty = empty
        x, y = (np.zeros(self.shape(output), facts.dtypes[output]) for output in (False, True))
        self.forward = _IdleTransform(x, y, len(facts.axes), team)
        self.backward = _IdleTransform(y, x, len(facts.axes), team)

    def shape(self, forward_output: bool = True) -> tuple[int, ...]:
        whole = self.global_shape(forward_output)
        return tuple(0 if a == self._empty[forward_output] else n for a, n in enumerate(whole))

    def local_slice(self, forward_output: bool = True) -> tuple[slice, ...]:
        whole = self.global_shape(forward_output)
        return tuple(slice(n if a == self._empty[forward_output] else 0, n) for a, n in enumerate(whole))

    def new_array(self, output: bool) -> np.ndarray:
        return np.zeros_like(self.forward.output_array if output else self.forward.input_array)
