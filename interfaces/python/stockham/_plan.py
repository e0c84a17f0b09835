"""Plans for those who want them: made once, executed many times, on arrays, buffers or handles."""

from __future__ import annotations

from typing import Any, Callable, NoReturn, Sequence

import numpy as np

from . import _devices, _host, _stockham
from ._errors import ArgumentError, refused
from ._events import Event
from ._operands import LikeDeviceArrays, LikeNumpyArrays, Memory, check_offset
from ._places import place_of
from ._wisdom import Wisdom

Progress = Callable[[int, int, float, str], Any]


class Plan:
    """A transform made ready for one device.

    Parameters
    ----------
    problem : str, ndarray or pyopencl.array.Array
        A problem string such as ``"c2c f32 1024x1024 b8"``, or an array like those to be transformed.
    output : ndarray or pyopencl.array.Array, optional
        Of arrays, one like those of the results; `problem` itself for a transform in place. By default row-major and new.
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
        if (context is None) != (device is None):
            raise refused("context" if context is None else "device", "is missing: both handles are given, or neither")
        self._operands = _operands_of(problem, output, queue is not None or context is not None, axes=axes, kind=kind,
                                      inverse=inverse, norm=norm)
        self._what: _stockham.Transform = self._operands.description
        self._in_place: bool = self._what.in_place
        if queue is None and context is None and isinstance(self._operands, LikeDeviceArrays):
            queue = problem.queue
        self._host: _stockham.HostDevice | None = None
        if queue is not None:
            context, device = queue.context.int_ptr, queue.device.int_ptr
        elif context is None or device is None:
            self._host = _devices.host_device(_devices.get_device())
            context, device = self._host.context, self._host.device
        self._native = _stockham.make_plan(context, device, self._what, on_load, on_store, plan_string, rigor, time_limit,
                                           search_again, None if wisdom is None else wisdom.native, progress)

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

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("cannot copy or pickle a stockham.Plan, which owns OpenCL handles of this process; make it again "
                        f"by stockham.Plan({self.problem!r}, plan_string={self.plan_string()!r})")

    def __call__(self, x: Any, out: Any = None, wait_for: Sequence[Any] = ()) -> Any:
        """Transforms an array like that of the plan.

        Parameters
        ----------
        x : ndarray or pyopencl.array.Array
            The input. A plan made from numpy arrays takes any array of that shape and type, and copies it if its layout or
            byte order differs. A plan made from pyopencl arrays takes arrays with the same strides and offset. A plan made
            from a problem string takes C-contiguous arrays of the string's size.
        out : ndarray or pyopencl.array.Array, optional
            Where the result goes, likewise; a new array by default, `x` in place. numpy arrays may overlap the input.
        wait_for : sequence of pyopencl.Event, optional
            Of pyopencl arrays: what to wait for beside the arrays' own events.

        Returns
        -------
        ndarray or pyopencl.array.Array
            `out`. Of numpy arrays when the result is there, of pyopencl arrays at once, with an event.
        """
        place = place_of(x)
        on_host = place is _host
        if on_host:
            x = _numpy_array(x)
        self._operands.check("input", x)
        if out is None:
            out = self._operands.new_output(place, x)
        elif place_of(out) is not place:
            raise refused("output", "one of input and output is a numpy array, the other a pyopencl array")
        elif on_host and not isinstance(out, np.ndarray):
            raise TypeError(f"output: {type(out).__name__} is not a numpy array")
        elif self._in_place != self._operands.are_in_place(x, out):
            raise refused("output", "the plan is in place and has one array" if self._in_place
                          else "the plan is out of place and has two arrays")
        self._operands.check("output", out)
        if on_host:
            self._run(self._operands.run, x, out)
        elif self._host is not None:
            raise refused("x", "the plan was made without a queue, for numpy arrays; for pyopencl arrays, pass `queue`")
        else:
            place.enqueue_arrays(self._native, place.queue_of(x.queue), x, out, wait_for)
        return out

    def _run(self, run: Callable[..., None], x: np.ndarray, out: np.ndarray) -> None:
        if self._host is None:
            raise refused("x", "the plan is for a queue's device and arrays there, not for numpy arrays")
        if not out.flags.writeable:
            raise ValueError("output array is read-only")
        run(self._host, self._native, x, out)

    def run_packed(self, x: np.ndarray, out: np.ndarray) -> None:
        """Transforms numpy arrays in C order. Their shapes may differ from the plan's where `check_same` passes."""
        self._run(self._operands.run_packed, x, out)

    def check_same(self, what: _stockham.Transform) -> None:
        """Refuses a plan of another transform. The layout of numpy arrays may differ, since the plan copies them."""
        own = self._operands.packed()
        if str(what) != own:
            raise ArgumentError(f"the plan is of {own!r}, but {str(what)!r} was asked for")

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
        for name, buffer in (("input", input), ("output", output)):
            check_offset(name, buffer, self._operands.offsets[name])
        for name, buffer in (("workspace", workspace), ("load_data", load_data), ("store_data", store_data)):
            check_offset(name, buffer, 0)
        event = self._native.enqueue(_handle(queue), _handle(input), _handle(output), _handle(workspace), wait, True,
                                     _handle(load_data), _handle(store_data))
        if isinstance(queue, int):
            return Event(event)
        import pyopencl

        return pyopencl.Event.from_int_ptr(event, retain=False)


def _operands_of(problem: Any, output: Any, for_queue: bool, **what: Any) -> Any:
    """The arrays that a plan accepts, from the arguments of `Plan`; `what` are the keywords for plans made from arrays."""
    if isinstance(problem, str):
        given = [name for name, value in (("output", output), *what.items()) if value is not None and value is not False]
        if given:
            raise refused(given[0], "is part of the problem string")
        return Memory(problem)
    place = place_of(problem)
    if output is not None and place_of(output) is not place:
        raise refused("output", "one of input and output is a numpy array, the other a pyopencl array")
    if place is not _host:
        if problem.queue is None and not for_queue:
            raise refused("queue", "the array has none; x.with_queue(queue) gives it one")
        return LikeDeviceArrays(problem, output, **what)
    x = _numpy_array(problem)
    out = x if output is problem else None if output is None else _numpy_array(output)
    return (LikeDeviceArrays if for_queue else LikeNumpyArrays)(x, out, **what)


def _numpy_array(x: Any) -> np.ndarray:
    return x if isinstance(x, np.ndarray) else _host.from_other_library(x)


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
