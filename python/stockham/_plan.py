"""Plans for those who want them: made once, executed many times, on arrays, buffers or handles."""

from __future__ import annotations

from math import prod
from typing import Any, Callable, Sequence

import numpy as np

from . import _devices, _stockham
from ._errors import ArgumentError
from ._places import place_of
from ._request import describe, is_complex_input, is_complex_output
from ._sides import Side, packed_side, side_of, transform_between
from ._wisdom import Wisdom

_REAL_TYPES = {"f16": "e", "f32": "f", "f64": "d"}
Progress = Callable[[int, int, float, str], Any]


class Event:
    """An OpenCL event of an execution that was enqueued on a raw handle; it is released with this object."""

    def __init__(self, int_ptr: int) -> None:
        self.int_ptr = int_ptr

    def wait(self) -> None:
        """Returns when the execution is done."""
        _stockham.wait_for(self.int_ptr)

    def __del__(self) -> None:
        _stockham.release_event(self.int_ptr)


class Plan:
    """A transform made ready for one device.

    Parameters
    ----------
    problem : str, ndarray or pyopencl.array.Array
        A problem string such as ``"c2c f32 1024x1024 b8"``, or an array like those to be transformed.
    output : ndarray or pyopencl.array.Array, optional
        An array like those of the results; `problem` itself for a transform in place. By default row-major and new.
    axes : sequence of ints, optional
        Of arrays, the axes to be transformed; all by default.
    kind : str, optional
        Of arrays: ``"c2c"``, ``"r2c"``, ``"c2r"``, ``"dct1"`` .. ``"dst4"``; by default what the types say.
    inverse : bool, optional
        Of arrays, the direction of ``"c2c"``.
    norm : {"backward", "ortho", "forward"}, optional
        Of arrays, as in `stockham.fft`; of problem strings ``scale=`` says it.
    queue : pyopencl.CommandQueue, optional
        Its context and device are planned for; that of pyopencl arrays by default.
    context, device : int, optional
        Or handles, ``cl_context`` and ``cl_device_id``. Without any of these, the plan is for numpy arrays.
    on_load, on_store : str, optional
        OpenCL C of functions that read the input or write the output.
    plan_string : str, optional
        The plan to make, as `plan_string` gives it.
    rigor : {"estimate", "measure", "patient", "exhaustive", "wisdom_only"}, optional
        How the plan is found. All but the first and last run candidates on the device.
    time_limit : float, optional
        Seconds after which a search makes do with what it knows.
    search_again : bool, optional
        Search even if wisdom has a plan.
    wisdom : Wisdom, optional
        Consulted and added to; the process's own by default.
    progress : callable, optional
        Called as ``progress(done, total, best_seconds, candidate)`` after each candidate; False ends the search.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> plan = stockham.Plan("c2c f32 4x8")
    >>> plan.launches
    1
    >>> complex(plan(np.ones((4, 8), np.complex64))[0, 0])
    (32+0j)
    """

    def __init__(self, problem: Any, output: Any = None, *, axes: Any = None, kind: str | None = None,
                 inverse: bool = False, norm: str | None = None, queue: Any = None, context: int | None = None,
                 device: int | None = None, on_load: str = "", on_store: str = "", plan_string: str = "",
                 rigor: str = "estimate", time_limit: float = 0.0, search_again: bool = False,
                 wisdom: Wisdom | None = None, progress: Progress | None = None) -> None:
        self._input: Side | None = None
        self._output: Side | None = None
        if isinstance(problem, str):
            what = _stockham.read_transform(problem)
        else:
            self._input = side_of(problem)
            given = None if output is None else side_of(output)
            request, self._output = transform_between(self._input, given, axes, kind, inverse, norm)
            what = describe(request, self._input.element_strides, self._output.element_strides,
                            self._input.element_offset, self._output.element_offset, _same_memory(problem, output))
            queue = getattr(problem, "queue", None) if queue is None else queue
        self._host: _stockham.HostDevice | None = None
        if queue is not None:
            context, device = queue.context.int_ptr, queue.device.int_ptr
        elif context is None or device is None:
            self._host = _devices.host_device(_devices.get_device())
            context, device = self._host.context, self._host.device
        self._native = _stockham.make_plan(context, device, what, on_load, on_store, plan_string, rigor, time_limit,
                                           search_again, None if wisdom is None else wisdom.native, progress)
        self._what = what
        self._in_place: bool = what.in_place
        # Of a new array, if the output may be one.
        self._new: Side | None = self._side_of_new_output()

    @property
    def problem(self) -> str:
        """The problem string."""
        return str(self._what)

    @property
    def workspace_size(self) -> int:
        """Bytes of workspace that one execution needs."""
        return self._native.workspace_size

    @property
    def launches(self) -> int:
        """Kernels that one execution launches."""
        return self._native.launches

    @property
    def input_bytes(self) -> int:
        """Bytes that the input's buffer must have."""
        return self._what.input_bytes

    @property
    def output_bytes(self) -> int:
        """Bytes that the output's buffer must have."""
        return self._what.output_bytes

    def to_string(self) -> str:
        """The steps in tensor notation, one per line."""
        return self._native.to_string()

    def plan_string(self) -> str:
        """The plan string, as wisdom keeps it."""
        return self._native.plan_string()

    def __repr__(self) -> str:
        return f"<stockham.Plan {self.problem!r}: {self.plan_string()}>"

    def __call__(self, x: Any, out: Any = None, wait_for: Sequence[Any] = ()) -> Any:
        """Transforms an array like that of the plan.

        Parameters
        ----------
        x : ndarray or pyopencl.array.Array
            The input.
        out : ndarray or pyopencl.array.Array, optional
            Where the result goes; a new array by default, `x` in place.
        wait_for : sequence of pyopencl.Event, optional
            Of pyopencl arrays: what to wait for beside the arrays' own events.

        Returns
        -------
        ndarray or pyopencl.array.Array
            `out`. Of numpy arrays when the result is there, of pyopencl arrays at once, with an event.
        """
        place = place_of(x)
        device_array = hasattr(place, "enqueue_arrays")
        self._check_side("input", x, self._input)
        if out is None:
            out = x if self._in_place else self._new_output(place, x)
        elif self._in_place != _same_memory(x, out):
            raise ArgumentError("the plan is in place and has one array" if self._in_place
                                else "the plan is out of place and has two arrays")
        self._check_side("output", out, self._output)
        if device_array:
            place.enqueue_arrays(self._native, place.queue_of(x.queue), x, out, wait_for)
        else:
            self.run_host(x, out)
        return out

    def _check_side(self, name: str, x: Any, side: Side | None) -> None:
        """The arrays of a plan of arrays are like those; of a plan of a problem string they are flat memory."""
        if side is not None:
            if x.shape != side.shape or x.strides != side.strides or x.dtype != side.dtype:
                here = side_of(x)
                raise ArgumentError(f"{name}: the plan is for {side[:2] + side[3:]}, not {here[:2] + here[3:]}")
            offset = side.offset
        else:
            if not x.flags.c_contiguous:
                raise ArgumentError(f"{name}: of a plan of a problem string arrays are without gaps")
            if x.dtype != self._dtype(name == "input"):
                raise TypeError(f"{name}: {self.problem} has {self._dtype(name == 'input')}, not {x.dtype}")
            offset = 0
        if getattr(x, "offset", offset) != offset:
            raise ArgumentError(f"{name}: the array begins {x.offset} bytes into its buffer, the plan's {offset}")

    def _dtype(self, is_input: bool) -> np.dtype:
        kind, precision = self._what.name.split()
        real = np.dtype(_REAL_TYPES[precision])
        is_complex = is_complex_input(kind) if is_input else is_complex_output(kind)
        # Half precision has no complex type: its arrays are pairs of numbers.
        return np.result_type(real, np.complex64) if is_complex and precision != "f16" else real

    def _new_output(self, place: Any, x: Any) -> Any:
        if self._new is None:
            raise ArgumentError("output: the plan's is not row-major, and must be given")
        return place.empty(x, self._new.shape, self._new.dtype)

    def _side_of_new_output(self) -> Side | None:
        if self._output is None:
            dtype = self._dtype(False)
            return packed_side(self._shape_of_output(dtype), dtype)
        packed = packed_side(self._output.shape, self._output.dtype)
        return packed if packed == self._output else None

    def _shape_of_output(self, dtype: np.dtype) -> tuple[int, ...]:
        """Of a problem string: the lengths, with the batch in front; a flat array if there are gaps."""
        what = self._what
        shape = (*([what.batch] if what.batch > 1 else []), *what.output_lengths)
        count = what.output_bytes // dtype.itemsize
        return shape if prod(shape) == count else (count,)

    def run_host(self, x: np.ndarray, out: np.ndarray) -> None:
        """Uploads, executes and downloads: of plans for numpy arrays."""
        if self._host is None:
            raise ArgumentError("x: the plan is for a queue's device and arrays there, not for numpy arrays")
        if not out.flags.writeable:
            raise ValueError("output array is read-only")
        if x.nbytes < self.input_bytes or out.nbytes < self.output_bytes:
            raise ArgumentError(f"{self.problem} has {self.input_bytes} bytes of input and {self.output_bytes} of "
                                f"output; the arrays have {x.nbytes} and {out.nbytes}")
        flat_x, flat_out = np.ascontiguousarray(x), out if out.flags.c_contiguous else np.empty(out.shape, out.dtype)
        self._host.run(self._native, flat_x.__array_interface__["data"][0], flat_x.nbytes,
                       flat_out.__array_interface__["data"][0], flat_out.nbytes)
        if flat_out is not out:
            out[...] = flat_out

    def check_same(self, what: _stockham.Transform) -> None:
        """Refuses a plan of another transform."""
        if str(what) != self.problem:
            raise ArgumentError(f"the plan is of {self.problem!r}, but {str(what)!r} was asked for")

    def enqueue(self, queue: Any, input: Any, output: Any = None, workspace: Any = None,
                wait_for: Sequence[Any] | None = None, *, load_data: Any = None, store_data: Any = None) -> Any:
        """Enqueues one execution on buffers, without any wait.

        Parameters
        ----------
        queue : pyopencl.CommandQueue or int
            Where to; an int is a ``cl_command_queue``.
        input, output, workspace : pyopencl.array.Array, pyopencl.Buffer or int
            Buffers or ``cl_mem`` handles, with the elements where the problem string says. In place, no output. Without
            a workspace the plan keeps one of its own if need be.
        wait_for : sequence of pyopencl.Event, Event or int, optional
            What to wait for; events of pyopencl arrays are not looked at here.
        load_data, store_data : pyopencl.Buffer or int, optional
            What the callbacks are given.

        Returns
        -------
        pyopencl.Event or Event
            The end of the execution.
        """
        wait = [] if wait_for is None else [_handle(each) for each in wait_for]
        event = self._native.enqueue(_handle(queue), _handle(input), _handle(output), _handle(workspace), wait, True,
                                     _handle(load_data), _handle(store_data))
        if isinstance(queue, int):
            return Event(event)
        import pyopencl

        return pyopencl.Event.from_int_ptr(event, retain=False)


def _same_memory(x: Any, out: Any) -> bool:
    """Whether a transform of `x` into `out` is in place."""
    if out is None or out is x:
        return out is not None
    if not hasattr(x, "base_data") or not hasattr(out, "base_data"):
        return False
    return bool(x.base_data.int_ptr == out.base_data.int_ptr and x.offset == out.offset)


def _handle(thing: Any) -> int:
    if thing is None:
        return 0
    if isinstance(thing, int):
        return thing
    buffer = getattr(thing, "base_data", thing)
    try:
        return int(buffer.int_ptr)
    except AttributeError:
        raise TypeError(f"{type(thing).__name__} is no pyopencl object and no handle") from None
