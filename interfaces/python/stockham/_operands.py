"""The arrays that a plan accepts: arrays that match its problem string, or arrays like those it was made from."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from . import _layouts, _shared, _stockham
from ._errors import refused
from ._request import describe, describe_packed, is_complex_input, is_complex_output
from ._sides import Side, packed_side, side_of, transform_between

_REAL_TYPES = {"f16": "e", "f32": "f", "f64": "d"}
# The fields of a problem string that may leave gaps between or around the elements.
_GAPS = {"input": {"is", "id", "io", "loops", "nonzero"}, "output": {"os", "od", "oo", "loops", "wanted"}}


def same_start(x: Any, out: Any) -> bool:
    """Whether both arrays, of numpy or of pyopencl, begin at the same address."""
    if out is x:
        return True
    if isinstance(x, np.ndarray) and isinstance(out, np.ndarray):
        return _layouts.address(x) == _layouts.address(out)
    return hasattr(x, "base_data") and hasattr(out, "base_data") and _shared.same_start(x, out)


def check_offset(name: str, x: Any, wanted: int) -> None:
    """Raises ArgumentError if a pyopencl array begins at another offset of its buffer. Other objects have no offset: that of a
    sub-buffer is part of its handle."""
    offset = x.offset if hasattr(x, "base_data") else wanted
    if offset != wanted:
        raise refused(name, f"the array begins {offset} bytes into its buffer, the plan expects {wanted}")


class Memory:
    """The operands of a plan made from a problem string: C-contiguous arrays, whose memory the string describes."""

    def __init__(self, problem: str) -> None:
        self.description = _stockham.read_transform(problem)
        self._in_place = self.description.in_place
        kind, precision = self.description.name.split()
        self.dtypes = {"input": _dtype(precision, is_complex_input(kind)),
                       "output": _dtype(precision, is_complex_output(kind))}
        words = {word.partition("=")[0] for word in str(self.description).split()}
        gaps = {name: bool(words & fields) for name, fields in _GAPS.items()}
        sizes = {"input": self.description.input_bytes, "output": self.description.output_bytes}
        if self._in_place:
            gaps = dict.fromkeys(gaps, any(gaps.values()))
            sizes = dict.fromkeys(sizes, max(sizes.values()))
        self._gaps, self.sizes = gaps, sizes
        self._planar = bool(words & {"if", "of"})
        #: Offsets of the arrays in their buffers, in bytes.
        self.offsets = {"input": 0, "output": 0}

    are_in_place = staticmethod(same_start)

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

    def new_output(self, place: Any, x: Any) -> Any:
        """In place, `x` itself; else a new array with the shape of batch and lengths. An output with gaps is a flat array
        with zeros in the gaps."""
        dtype = self.dtypes["output"]
        if self._in_place:
            return x if x.dtype == dtype else x.view(dtype)
        what = self.description
        shape = (*([what.batch] if what.batch > 1 else []), *what.output_lengths)
        count = self.sizes["output"] // dtype.itemsize
        out = place.empty(x, shape if prod(shape) == count else (count,), dtype)
        if self._gaps["output"]:
            out.fill(0)
        return out

    def run(self, host: _stockham.Session, plan: _stockham.Plan, x: np.ndarray, out: np.ndarray) -> None:
        """Executes a plan for numpy arrays."""
        host.run(plan, _layouts.address(x), _layouts.address(out), self._gaps["output"])

    def run_packed(self, host: _stockham.Session, plan: _stockham.Plan, x: np.ndarray, out: np.ndarray) -> None:
        """Executes a plan on row-major arrays."""
        self.run(host, plan, x, out)

    def packed(self) -> str:
        """The problem string of the same transform of row-major arrays."""
        return str(self.description)


def _dtype(precision: str, is_complex: bool) -> np.dtype:
    real = np.dtype(_REAL_TYPES[precision])
    # numpy has no complex type of half precision: such arrays hold pairs of float16.
    return np.result_type(real, np.complex64) if is_complex and precision != "f16" else real


class LikeNumpyArrays:
    """The operands of a plan made from numpy arrays: numpy arrays with the same shapes and types.

    Arrays without gaps, with the plan's order of axes, are uploaded and downloaded without a copy. Others are copied on the
    host: arrays with another order of axes or bytes, with gaps, or with negative or zero strides.
    """

    def __init__(self, x: np.ndarray, out: np.ndarray | None, **what: Any) -> None:
        source = _layouts.layout_of(x)
        target = None if out is None else _layouts.layout_of(out)
        request, side = transform_between(source.side, None if target is None else target.side, **what)
        if target is None:
            target = _layouts.Layout(side.shape, side.dtype, range(len(side.shape)))
        if out is not None:
            _layouts.check_distinct(out)
        self._request, self._layouts = request, {"input": source, "output": target}
        self.offsets = {"input": 0, "output": 0}
        self.description = describe(request, source.side.strides, target.side.strides,
                                    in_place=out is not None and self.are_in_place(x, out))

    @staticmethod
    def are_in_place(x: np.ndarray, out: np.ndarray) -> bool:
        """Whether the output is the input. Another view of the same memory counts as out of place, which is safe: the device
        reads the whole input before the host receives the output."""
        return out is x or (same_start(x, out) and (x.strides, x.dtype) == (out.strides, out.dtype))

    def check(self, name: str, x: Any) -> None:
        """Raises ArgumentError for an array of another shape or type."""
        layout = self._layouts[name]
        if not layout.accepts(x):
            raise refused(name, f"the plan is for {layout.side.shape} {layout.side.dtype}, not {x.shape} {x.dtype}")
        if name == "output":
            _layouts.check_distinct(x)

    def new_output(self, place: Any, x: Any) -> Any:
        """A new array; in place, `x` itself."""
        return x if self.description.in_place else self._layouts["output"].empty()

    def run(self, host: _stockham.Session, plan: _stockham.Plan, x: np.ndarray, out: np.ndarray) -> None:
        """Executes a plan."""
        source, layout = self._layouts["input"].converted(x), self._layouts["output"]
        target = out if layout.fits(out) else source if self.description.in_place else layout.empty()
        host.run(plan, _layouts.address(source), _layouts.address(target))
        if target is not out:
            out[...] = target

    def run_packed(self, host: _stockham.Session, plan: _stockham.Plan, x: np.ndarray, out: np.ndarray) -> None:
        """Executes a plan on row-major arrays, whose shapes may differ from the plan's."""
        self.run(host, plan, x.reshape(self._request.input_shape), out.reshape(self._request.output_shape))

    def packed(self) -> str:
        """The problem string of the same transform of row-major arrays."""
        return str(describe_packed(self._request))


class LikeDeviceArrays:
    """The operands of a plan made from device arrays: arrays with the same strides and offsets, which are not copied."""

    def __init__(self, x: Any, out: Any, **what: Any) -> None:
        self._input = side_of(x)
        request, self._output = transform_between(self._input, None if out is None else side_of(out), **what)
        self.description = describe(request, self._input.strides, self._output.strides, self._input.offset,
                                    self._output.offset, out is not None and same_start(x, out))
        self.offsets = {"input": self._input.offset, "output": self._output.offset}
        packed = packed_side(self._output.shape, self._output.dtype)
        self._new = packed if packed == self._output else None

    are_in_place = staticmethod(same_start)

    def check(self, name: str, x: Any) -> None:
        """Raises ArgumentError for an array of another layout."""
        side = self._input if name == "input" else self._output
        if x.shape != side.shape or x.strides != side.strides or x.dtype != side.dtype:
            raise refused(name, f"the plan is for {_text(side)}, not {_text(side_of(x))}")
        check_offset(name, x, side.offset)

    def new_output(self, place: Any, x: Any) -> Any:
        """A new array; in place, `x` itself."""
        if self.description.in_place:
            return x
        if self._new is None:
            raise refused("output", "must be given, because the plan's output is not row-major")
        return place.empty(x, self._new.shape, self._new.dtype)

    def packed(self) -> str:
        """The problem string."""
        return str(self.description)


def _text(side: Side) -> str:
    return f"{side.shape} {side.dtype.str} with strides {side.strides}"
