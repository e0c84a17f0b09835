"""The transforms of one rank, in the form of mpi4py-fft's planned transforms: objects with an input and an output array."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from .. import _devices
from .._arrays import host_runs
from .._arrays.host import HOST
from .._transforms.arguments import scale_of
from .._transforms.request import Request
from .._transforms.types import PRECISIONS, inverse_kind
from ._pinned import new_pinned
from ._team import Team


def complex_type(dtype: Any) -> np.dtype:
    return np.result_type(dtype, np.complex64)


class LocalTransform:
    """A transform of `input_array` into `output_array`, as mpi4py-fft calls it.

    With a team, all ranks of it call the transform, and all raise an error if one fails.
    """

    def __init__(self, kind: str, axes: Sequence[int], x: np.ndarray, y: np.ndarray, inverse: bool, device: _devices.Device,
                 team: Team | None) -> None:
        self.input_array, self.output_array = x, y
        self._device, self._team = device, team
        real_side = y if kind == "c2r" else x
        self._lengths = tuple(real_side.shape[a] for a in axes)
        self._kind = kind
        if kind[:3] in ("dct", "dst") and x.dtype.kind == "c":
            x, y = HOST.as_pairs(x), HOST.as_pairs(y)  # real and imaginary parts are transformed alike
        self._sides = x, y
        self._request = Request(kind, PRECISIONS[x.dtype.char], input_shape=x.shape, output_shape=y.shape, axes=tuple(axes),
                                lengths=self._lengths, inverse=inverse)

    def get_normalization(self) -> float:
        """The factor that makes the transform and its inverse the identity."""
        return scale_of(2, self._kind, self._lengths)

    def __call__(self, input_array: Any = None, output_array: Any = None, **options: Any) -> np.ndarray:
        """Transforms. `options` are those of FFTW (`implicit`, `normalize` and others), which do not concern a device."""
        if input_array is not None:
            self.input_array[...] = input_array
        if self._team is None:
            self._run()
        else:
            self._team.together(self._run)
        if output_array is None:
            return self.output_array
        output_array[...] = self.output_array
        return output_array  # type: ignore[no-any-return]

    def _run(self) -> None:
        host_runs.transform_into(self._request, *self._sides, self._device)


def planners(kind: str, device: _devices.Device, team: Team | None) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Functions that plan a transform and its inverse, called once each by mpi4py-fft as those of its module `fftw`. The
    arrays of the first, in pinned memory, are also those of the second."""
    made: list[LocalTransform] = []

    def forward(x: np.ndarray, s: Any = None, axes: Sequence[int] = (-1,), **options: Any) -> LocalTransform:
        axes = [a % x.ndim for a in axes]
        shape, dtype = list(x.shape), x.dtype
        if kind == "r2c":
            shape[axes[-1]] = shape[axes[-1]] // 2 + 1
            dtype = complex_type(dtype)
        x, y = new_pinned(x.shape, x.dtype, device), new_pinned(shape, dtype, device)
        made.append(LocalTransform(kind, axes, x, y, False, device, team))
        return made[0]

    def backward(x: np.ndarray, s: Any = None, axes: Sequence[int] = (-1,), output_array: Any = None,
                 **options: Any) -> LocalTransform:
        return LocalTransform(inverse_kind(kind), [a % x.ndim for a in axes], x, made[0].input_array, kind in ("c2c", "r2c"), device,
                              team)

    return forward, backward


class Transforms(Mapping[Any, Any]):
    """The argument `transforms` of mpi4py-fft: the planning functions for each tuple of axes."""

    def __init__(self, kind_of: Callable[[Sequence[int]], str], device: _devices.Device, team: Team) -> None:
        self._kind_of, self._device, self._team = kind_of, device, team

    def __getitem__(self, axes: Any) -> Any:
        return planners(self._kind_of(axes), self._device, self._team)

    def __contains__(self, axes: Any) -> bool:
        return True

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0
