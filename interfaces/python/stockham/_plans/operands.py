"""The arrays that a plan accepts: arrays that match its problem string, or arrays like those it was made from."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from .. import _stockham
from .._arrays import memory, packing
from .._arrays.packing import Packing, address, packing_of
from .._arrays.place import Place
from .._errors import refused
from .._transforms.between import request_between
from .._transforms.layout import Layout, layout_of, packed_layout
from .._transforms.request import Request, describe, describe_packed
from .._transforms.types import input_dtype, output_dtype

# The fields of a problem string that may leave gaps between or around the elements.
_GAPS = {"input": {"is", "id", "io", "loops", "nonzero"}, "output": {"os", "od", "oo", "loops", "wanted"}}


def same_start(x: Any, out: Any) -> bool:
    """Whether both arrays, of numpy or of pyopencl, begin at the same address."""
    if out is x:
        return True
    if isinstance(x, np.ndarray) and isinstance(out, np.ndarray):
        return address(x) == address(out)
    return hasattr(x, "base_data") and hasattr(out, "base_data") and memory.same_start(x, out)


def check_offset(name: str, x: Any, wanted: int) -> None:
    """Raises ArgumentError if a pyopencl array begins at another offset of its buffer. Other objects have no offset: that of a
    sub-buffer is part of its handle."""
    offset = x.offset if hasattr(x, "base_data") else wanted
    if offset != wanted:
        raise refused(name, f"the array begins {offset} bytes into its buffer, the plan expects {wanted}")


def _input_lengths(kind: str, what: _stockham.Transform) -> tuple[int, ...]:
    """The lengths of the input; for c2r, of a half spectrum."""
    *first, last = what.lengths
    return (*first, last // 2 + 1 if kind == "c2r" else last)


class Operands:
    """The arrays of a plan: shapes and types of input and output, offsets in their buffers in bytes, and the transformed axes."""

    shapes: dict[str, tuple[int, ...]]
    dtypes: dict[str, np.dtype]
    offsets: dict[str, int]
    axes: tuple[int, ...]

    def _describe(self, request: Request) -> None:
        self.shapes = {"input": request.input_shape, "output": request.output_shape}
        self.dtypes = {"input": request.input_dtype, "output": request.output_dtype}
        self.axes = tuple(request.axes)


class Memory(Operands):
    """The operands of a plan made from a problem string: C-contiguous arrays, whose memory the string describes."""

    def __init__(self, problem: str) -> None:
        self.description = _stockham.read_transform(problem)
        self._in_place = self.description.in_place
        kind, precision = self.description.name.split()
        self.dtypes = {"input": input_dtype(kind, precision), "output": output_dtype(kind, precision)}
        words = {word.partition("=")[0] for word in str(self.description).split()}
        gaps = {name: bool(words & fields) for name, fields in _GAPS.items()}
        sizes = {"input": self.description.input_bytes, "output": self.description.output_bytes}
        if self._in_place:
            gaps = dict.fromkeys(gaps, any(gaps.values()))
            sizes = dict.fromkeys(sizes, max(sizes.values()))
        self._gaps, self.sizes = gaps, sizes
        self._planar = bool(words & {"if", "of"})
        lengths = {"input": _input_lengths(kind, self.description), "output": tuple(self.description.output_lengths)}
        self.shapes = {name: self._shape_of(name, lengths[name]) for name in lengths}
        rank = len(lengths["input"])
        flat = self.shapes["input"][-rank:] != lengths["input"]
        self.axes = () if flat else tuple(range(len(self.shapes["input"])))[-rank:]
        self.offsets = {"input": 0, "output": 0}

    are_in_place = staticmethod(same_start)

    def _shape_of(self, name: str, lengths: tuple[int, ...]) -> tuple[int, ...]:
        """Batch and lengths, or a flat array if there are gaps or if elements are pairs of float16."""
        batch, count = self.description.batch, self.sizes[name] // self.dtypes[name].itemsize
        shape = (*([batch] if batch > 1 else []), *lengths)
        return shape if prod(shape) == count else (count,)

    def check(self, name: str, x: Any) -> None:
        """Raises an error for an array of another type or size."""
        if self._planar:
            raise refused(name, "planar data need two buffers, but a call takes one array for the input or output")
        dtype, size = self.dtypes[name], self.sizes[name]
        if x.dtype != dtype:
            raise TypeError(f"{name}: {self.description} needs {dtype}, not {x.dtype.str}")
        if not x.flags.c_contiguous:
            raise refused(name, "a plan made from a problem string needs C-contiguous arrays, because the string describes "
                                "their memory; a plan made from an array accepts any strides")
        if x.nbytes < size or (x.nbytes > size and not self._gaps[name]):
            raise refused(name, f"{self.description} needs {size} bytes, the array has {x.nbytes}")
        check_offset(name, x, 0)

    def new_output(self, place: Place[Any], x: Any) -> Any:
        """In place, `x` itself; else a new array with the shape of batch and lengths. An output with gaps is a flat array
        with zeros in the gaps."""
        dtype = self.dtypes["output"]
        if self._in_place:
            return x if x.dtype == dtype else x.view(dtype)
        out = place.empty(x, self.shapes["output"], dtype)
        if self._gaps["output"]:
            out.fill(0)
        return out

    def run(self, host: _stockham.Session, plan: _stockham.Plan, x: np.ndarray, out: np.ndarray) -> None:
        """Executes a plan for numpy arrays."""
        host.run(plan, address(x), address(out), self._gaps["output"])

    run_packed = run

    def packed(self) -> str:
        """The problem string of the same transform of row-major arrays."""
        return str(self.description)


class LikeNumpyArrays(Operands):
    """The operands of a plan made from numpy arrays: numpy arrays with the same shapes and types.

    Arrays without gaps, with the plan's order of axes, are uploaded and downloaded without a copy. Others are copied on the
    host: arrays with another order of axes or bytes, with gaps, or with negative or zero strides.
    """

    def __init__(self, x: np.ndarray, out: np.ndarray | None, **what: Any) -> None:
        source = packing_of(x)
        target = None if out is None else packing_of(out)
        request, layout = request_between(source.layout, None if target is None else target.layout, **what)
        if target is None:
            target = Packing(layout.shape, layout.dtype, range(len(layout.shape)))
        if out is not None:
            packing.check_distinct(out)
        self._describe(request)
        self._request, self._packings = request, {"input": source, "output": target}
        self.offsets = {"input": 0, "output": 0}
        self.description = describe(request, source.layout.strides, target.layout.strides,
                                    in_place=out is not None and self.are_in_place(x, out))

    @staticmethod
    def are_in_place(x: np.ndarray, out: np.ndarray) -> bool:
        """Whether the output is the input. Another view of the same memory counts as out of place, which is safe: the device
        reads the whole input before the host receives the output."""
        return out is x or (same_start(x, out) and (x.strides, x.dtype) == (out.strides, out.dtype))

    def check(self, name: str, x: Any) -> None:
        """Raises ArgumentError for an array of another shape or type."""
        packed = self._packings[name]
        if not packed.accepts(x):
            raise refused(name, f"the plan is for {packed.layout.shape} {packed.layout.dtype}, not {x.shape} {x.dtype}")
        if name == "output":
            packing.check_distinct(x)

    def new_output(self, place: Place[Any], x: Any) -> Any:
        """A new array; in place, `x` itself."""
        return x if self.description.in_place else self._packings["output"].empty()

    def run(self, host: _stockham.Session, plan: _stockham.Plan, x: np.ndarray, out: np.ndarray) -> None:
        """Executes a plan."""
        source, packed = self._packings["input"].converted(x), self._packings["output"]
        target = out if packed.fits(out) else source if self.description.in_place else packed.empty()
        host.run(plan, address(source), address(target))
        if target is not out:
            out[...] = target

    def run_packed(self, host: _stockham.Session, plan: _stockham.Plan, x: np.ndarray, out: np.ndarray) -> None:
        """Executes a plan on row-major arrays, whose shapes may differ from the plan's."""
        self.run(host, plan, x.reshape(self._request.input_shape), out.reshape(self._request.output_shape))

    def packed(self) -> str:
        """The problem string of the same transform of row-major arrays."""
        return str(describe_packed(self._request))


class LikeDeviceArrays(Operands):
    """The operands of a plan made from device arrays: arrays with the same strides and offsets, which are not copied."""

    def __init__(self, x: Any, out: Any, **what: Any) -> None:
        self._input = layout_of(x)
        request, self._output = request_between(self._input, None if out is None else layout_of(out), **what)
        self._describe(request)
        self.description = describe(request, self._input.strides, self._output.strides, self._input.offset,
                                    self._output.offset, out is not None and same_start(x, out))
        self.offsets = {"input": self._input.offset, "output": self._output.offset}
        packed = packed_layout(self._output.shape, self._output.dtype)
        self._new = packed if packed == self._output else None

    are_in_place = staticmethod(same_start)

    def check(self, name: str, x: Any) -> None:
        """Raises ArgumentError for an array of another layout."""
        layout = self._input if name == "input" else self._output
        if x.shape != layout.shape or x.strides != layout.strides or x.dtype != layout.dtype:
            raise refused(name, f"the plan is for {_text(layout)}, not {_text(layout_of(x))}")
        check_offset(name, x, layout.offset)

    def new_output(self, place: Place[Any], x: Any) -> Any:
        """A new array; in place, `x` itself."""
        if self.description.in_place:
            return x
        if self._new is None:
            raise refused("output", "must be given, because the plan's output is not row-major")
        return place.empty(x, self._new.shape, self._new.dtype)

    def packed(self) -> str:
        """The problem string."""
        return str(self.description)


def _text(layout: Layout) -> str:
    return f"{layout.shape} {layout.dtype.str} with strides {layout.strides}"
