"""The arrays that a job accepts: C-contiguous numpy arrays of the problem's types and sizes."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np

from .. import _stockham
from .._errors import refused
from .._plans.operands import Memory, same_start


class Side(NamedTuple):
    """The input or output of a job: the type and bytes of its arrays, the shape of a new one, and whether it has gaps."""

    name: str
    dtype: np.dtype
    nbytes: int
    shape: tuple[int, ...]
    gaps: bool

    def check(self, problem: str, x: Any) -> np.ndarray:
        """`x`; raises ArgumentError for an array of another type or size."""
        if not isinstance(x, np.ndarray):
            raise refused(self.name, f"{type(x).__name__} is not a numpy array")
        if x.dtype != self.dtype:
            raise refused(self.name, f"{problem} needs {self.dtype}, not {x.dtype.str}")
        if not x.flags.c_contiguous:
            raise refused(self.name, "a job needs C-contiguous arrays")
        if x.nbytes != self.nbytes:
            raise refused(self.name, f"{problem} needs {self.nbytes} bytes, the array has {x.nbytes}")
        return x

    def new(self) -> np.ndarray:
        """A new array, with zeros in the gaps."""
        return (np.zeros if self.gaps else np.empty)(self.shape, self.dtype)

    def view_of(self, x: np.ndarray, output: Any) -> np.ndarray:
        """In place: a view of the input `x` with this side's type. `output` is what the caller passed."""
        if output is not None and not (isinstance(output, np.ndarray) and same_start(x, output)):
            raise refused("output", "the job is in place, so the output must be the input")
        if x.dtype == self.dtype:
            return x
        whole = x.ndim > 0 and x.shape[-1] * x.itemsize % self.dtype.itemsize == 0
        return (x if whole else x.reshape(-1)).view(self.dtype)


def check_writeable(name: str, x: np.ndarray) -> None:
    if not x.flags.writeable:
        raise refused(name, "the array is read-only")


def memory_of(problem: Any) -> Memory:
    """The operands of a problem string."""
    if not isinstance(problem, str):
        raise refused("problem", f"{type(problem).__name__} is not a problem string")
    return Memory(problem)


def _side(name: str, dtype: np.dtype, nbytes: int, units: int, pitch: int, lengths: list[int]) -> Side:
    """A side with `units` transforms. New arrays have the shape of batch and lengths, or are flat if that does not fit."""
    shape = (*([units] if units > 1 else []), *lengths)
    if prod(shape) * dtype.itemsize != nbytes:
        shape = (nbytes // dtype.itemsize,)
    return Side(name, dtype, nbytes, shape, units * pitch != nbytes)


def transform_sides(memory: Memory, job: _stockham.Job) -> tuple[Side, Side]:
    """Input and output of a job of transforms."""
    lengths = memory.description.output_lengths
    return (_side("input", memory.dtypes["input"], memory.sizes["input"], job.units, job.input_pitch, lengths),
            _side("output", memory.dtypes["output"], memory.sizes["output"], job.units, job.output_pitch, lengths))


def convolution_sides(memory: Memory, job: _stockham.Job) -> tuple[Side, Side]:
    """Input and output of a job of convolutions, which have the same type."""
    dtype, lengths = memory.dtypes["input"], memory.description.lengths
    return (_side("input", dtype, job.units * job.input_pitch, job.units, job.input_pitch, lengths),
            _side("output", dtype, job.units * job.output_pitch, job.units, job.output_pitch, lengths))


def check_packed(memory: Memory) -> None:
    """Raises ArgumentError if the problem string gives a layout."""
    given = {word.partition("=")[0] for word in str(memory.description).split()}
    if given & {"is", "id", "io", "os", "od", "oo"}:
        raise refused("problem", f"{memory.description}: the signals and results of a convolution in Python must be packed")


def checked_spectrum(memory: Memory, spectrum: Any) -> np.ndarray:
    """The spectrum of a convolution's kernel as a C-contiguous array."""
    what, dtype = memory.description, memory.dtypes["input"]
    # Half precision has no complex type: such arrays hold pairs of float16.
    pairs = what.name.endswith("f16")
    wanted = dtype if pairs else np.result_type(dtype, np.complex64)
    size = prod(what.lengths) * (2 if pairs else 1)
    spectrum = np.asarray(spectrum)
    if spectrum.dtype != wanted or spectrum.size != size:
        raise refused("spectrum", f"{what} needs {size} numbers of type {wanted}, not {spectrum.size} of type {spectrum.dtype}")
    return np.ascontiguousarray(spectrum)
