"""Explicit plans: made once and executed many times, on arrays, buffers or handles."""

from __future__ import annotations

from typing import Any, Callable, NoReturn, Sequence, overload

import numpy as np

from .. import _stockham
from .._arrays import memory
from .._arrays.choice import place_of
from .._arrays.host import HOST
from .._arrays.memory import handle_of
from .._devices import Device, device_of
from .._errors import ArgumentError, refused
from .._options import function, seconds, text
from .._transforms.request import Request, describe_packed
from .._typed import DeviceArray, Plain
from .events import event_of
from .operands import LikeDeviceArrays, LikeNumpyArrays, Memory, Operands, check_offset
from .target import check_target, target_of
from .wisdom import Wisdom

Progress = Callable[[int, int, float, str], Any]


class Plan:
    """A transform planned and compiled for one device.

    Parameters
    ----------
    problem : str, ndarray, pyopencl.array.Array or pyopencl.SVM
        A problem string such as ``"c2c f32 1024x1024 b8"``, or an array like those to be transformed.
    output : ndarray, pyopencl.array.Array or pyopencl.SVM, optional
        For plans made from arrays: an array like the results. Pass `problem` itself for a transform in place. By default the
        result is a new row-major array.
    axes : sequence of ints, optional
        For plans made from arrays: the axes to transform; all by default.
    kind : str, optional
        For plans made from arrays: ``"c2c"``, ``"r2c"``, ``"c2r"``, ``"dct1"`` to ``"dst4"``. By default the types of the
        arrays determine it.
    inverse : bool, optional
        For plans made from arrays: the direction of ``"c2c"``.
    norm : {"backward", "ortho", "forward"}, optional
        For plans made from arrays: as in `stockham.fft`. Problem strings have ``scale=`` instead.
    queue : pyopencl.CommandQueue, optional
        The plan is for its context and device. By default, the queue of the pyopencl array.
    context, device : int, optional
        The handles ``cl_context`` and ``cl_device_id``, instead of `queue`. With neither, the plan is for numpy arrays.
    on_load, on_store : str, optional
        OpenCL C source of functions that load the input or store the output.
    plan_string : str, optional
        The plan to make, as returned by the method `plan_string`.
    rigor : {"estimate", "measure", "patient", "exhaustive", "wisdom_only"}, optional
        How to find the plan. "measure", "patient" and "exhaustive" time candidates on the device.
    time_limit : float, optional
        Seconds after which a search stops and keeps the best plan so far; 0 for no limit.
    search_again : bool, optional
        Search even if wisdom has a plan.
    wisdom : Wisdom, optional
        The wisdom to look up and to add to; by default, the process's own.
    progress : callable, optional
        Called as ``progress(done, total, best_seconds, candidate)`` after each candidate. If it returns False, the search
        ends.

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
        check_target(queue, context, device)
        problem, output = (place_of(each).operand(each, queue) if memory.is_shared(each) else each for each in (problem, output))
        self._operands = _operands_of(problem, output, queue is not None or context is not None, axes=axes, kind=kind,
                                      inverse=bool(inverse), norm=norm)
        self._described: Operands = self._operands
        self._what: _stockham.Transform = self._operands.description
        self._in_place: bool = self._what.in_place
        if queue is None and context is None and isinstance(self._operands, LikeDeviceArrays):
            queue = problem.queue
        #: For `pyopencl.SVM` objects that were not allocated for a queue.
        self._queue = queue
        target = target_of(queue, context, device)
        self._device = target.device
        self._session = target.session
        self._has_callbacks = bool(on_load or on_store)
        #: The latest request that this plan was compared with: a comparison with the same object takes no time.
        self._request: Request | None = None
        if wisdom is not None and not isinstance(wisdom, Wisdom):
            raise refused("wisdom", f"{type(wisdom).__name__} is not a stockham.Wisdom")
        self._native = _stockham.make_plan(
            target.context, target.device, self._what, text("on_load", on_load), text("on_store", on_store),
            text("plan_string", plan_string), text("rigor", rigor), seconds("time_limit", time_limit), bool(search_again),
            None if wisdom is None else wisdom.native, function("progress", progress))

    @property
    def problem(self) -> str:
        """The problem string."""
        return str(self._what)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the input. For a problem string: batch, if it is above 1, and lengths; the number of elements of a flat
        array if the string leaves gaps."""
        return self._described.shapes["input"]

    @property
    def output_shape(self) -> tuple[int, ...]:
        """The shape of the output, by the same rules."""
        return self._described.shapes["output"]

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the input. Complex numbers in half precision are pairs of float16."""
        return self._described.dtypes["input"]

    @property
    def output_dtype(self) -> np.dtype[Any]:
        """The type of the output."""
        return self._described.dtypes["output"]

    @property
    def axes(self) -> tuple[int, ...]:
        """The transformed axes of `shape`, in the order of the transform; none if a problem string leaves gaps."""
        return self._described.axes

    @property
    def device(self) -> Device:
        """The device that the plan was made for."""
        return device_of(self._device)

    @property
    def workspace_size(self) -> int:
        """The size in bytes of the workspace for one execution."""
        return self._native.workspace_size

    @property
    def launches(self) -> int:
        """The number of kernel launches of one execution."""
        return self._native.launches

    @property
    def input_bytes(self) -> int:
        """The size in bytes of the input buffer."""
        return self._what.input_bytes

    @property
    def output_bytes(self) -> int:
        """The size in bytes of the output buffer."""
        return self._what.output_bytes

    def to_string(self) -> str:
        """The plan's steps in tensor notation, one per line."""
        return self._native.to_string()

    def plan_string(self) -> str:
        """The plan string, as stored in wisdom."""
        return self._native.plan_string()

    def __repr__(self) -> str:
        return f"<stockham.Plan {self.problem!r}: {self.plan_string()}>"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("cannot copy or pickle a stockham.Plan, which owns OpenCL handles of this process; make another with "
                        f"stockham.Plan({self.problem!r}, plan_string={self.plan_string()!r})")

    @overload
    def __call__(self, x: Plain, out: np.ndarray | None = None, wait_for: Sequence[Any] = ()) -> np.ndarray: ...

    @overload
    def __call__(self, x: DeviceArray, out: Any = None, wait_for: Sequence[Any] = ()) -> DeviceArray: ...

    @overload
    def __call__(self, x: Any, out: Any = None, wait_for: Sequence[Any] = ()) -> Any: ...

    def __call__(self, x: Any, out: Any = None, wait_for: Sequence[Any] = ()) -> Any:
        """Transforms an array.

        Parameters
        ----------
        x : ndarray, pyopencl.array.Array or pyopencl.SVM
            The input. A plan made from numpy arrays accepts any array of the same shape and type, and copies it if its layout
            or byte order differs. A plan made from pyopencl arrays accepts arrays with the same strides and offset. A plan
            made from a problem string accepts C-contiguous arrays of the string's size. A `pyopencl.SVM` of a numpy array
            counts as a pyopencl array. Its queue is the one that its memory was allocated for, else the plan's `queue`, else
            that of `using_queue`.
        out : ndarray, pyopencl.array.Array or pyopencl.SVM, optional
            The output, with the same rules. By default a new array, or `x` if the plan is in place. A numpy array may overlap
            the input.
        wait_for : sequence of pyopencl.Event, optional
            For pyopencl arrays: events to wait for in addition to the arrays' own events.

        Returns
        -------
        ndarray or pyopencl.array.Array
            `out`. A numpy array is complete on return. A pyopencl array is returned at once and carries the event. For a
            `pyopencl.SVM`, a pyopencl array of its memory is returned.
        """
        place: Any = place_of(x)
        on_host = place is HOST
        self._check_place(on_host)
        x = place.operand(x, self._queue)
        self._operands.check("input", x)
        if out is None:
            out = self._operands.new_output(place, x)
        elif place_of(out) is not place:
            raise refused("output", "one of input and output is a numpy array and the other a pyopencl array")
        elif on_host and not isinstance(out, np.ndarray):
            raise TypeError(f"output: {type(out).__name__} is not a numpy array")
        else:
            out = place.operand(out, self._queue)
            if self._in_place != self._operands.are_in_place(x, out):
                raise refused("output", "the plan is in place, so the output must be the input" if self._in_place
                              else "the plan is out of place, so the output must not be the input")
        self._operands.check("output", out)
        if on_host:
            self._run(self._operands.run, x, out)
        else:
            place.enqueue(self._native, x, out, self._in_place, wait_for)
        return out

    def _check_place(self, on_host: bool) -> None:
        """Raises ArgumentError if the plan is for arrays elsewhere."""
        if on_host and self._session is None:
            raise refused("x", "the plan was made for a queue and its device arrays, not for numpy arrays")
        if not on_host and self._session is not None:
            raise refused("x", "the plan was made without a queue, for numpy arrays; for pyopencl arrays, pass `queue` to Plan")

    def _run(self, run: Callable[..., None], x: np.ndarray, out: np.ndarray) -> None:
        if not out.flags.writeable:
            raise ValueError("output array is read-only")
        run(self._session, self._native, x, out)

    def run_packed(self, x: np.ndarray, out: np.ndarray) -> None:
        """Transforms numpy arrays in C order. Their shapes may differ from the plan's if `check_same` accepts them."""
        self._check_place(on_host=True)
        self._run(self._operands.run_packed, x, out)

    def check_same(self, what: _stockham.Transform) -> None:
        """Raises ArgumentError if `what` is another transform. Layouts of numpy arrays may differ: the plan copies them."""
        own = self._operands.packed()
        if str(what) != own:
            raise ArgumentError(f"the plan is for {own!r}, but {str(what)!r} is needed")

    def is_replaceable(self, request: Request) -> bool:
        """Whether other plans, or the host, compute the same as this plan with numpy arrays: it has no callbacks. Raises
        ArgumentError if the request is for another transform."""
        if request != self._request:
            self.check_same(describe_packed(request))
            self._check_place(on_host=True)
            self._request = request
        return not self._has_callbacks

    def enqueue(self, queue: Any, input: Any, output: Any = None, workspace: Any = None,
                wait_for: Sequence[Any] | None = None, *, load_data: Any = None, store_data: Any = None) -> Any:
        """Enqueues one execution on buffers and returns without waiting.

        Parameters
        ----------
        queue : pyopencl.CommandQueue or int
            The queue; an int is a ``cl_command_queue``.
        input, output, workspace : pyopencl.array.Array, pyopencl.Buffer, pyopencl.SVMPointer or int
            Buffers, shared virtual memory (`pyopencl.SVM`, `SVMAllocation`, memory of an `SVMPool`) or ``cl_mem`` handles,
            with the layout of the problem string. No output if the plan is in place. Without a workspace, the plan allocates
            and keeps one if needed.
        wait_for : sequence of pyopencl.Event, Event or int, optional
            Events to wait for. Unlike a call of the plan, this function ignores the events of pyopencl arrays.
        load_data, store_data : pyopencl.Buffer, pyopencl.SVMPointer or int, optional
            Buffers passed to the callbacks.

        Returns
        -------
        pyopencl.Event or Event
            The event of the execution. Shared virtual memory is kept until it is complete.

        Raises
        ------
        ArgumentError
            For buffers and shared virtual memory that are too small, overlap or belong to another context, and for shared
            virtual memory that is released or ordinary host memory, as far as pyopencl and the runtime know.
        UnsupportedError
            For shared virtual memory (rule ``"shared memory"``) if the device has none.
        """
        wait = [handle_of(each) for each in wait_for or ()]
        for name, buffer in (("input", input), ("output", output)):
            check_offset(name, buffer, self._operands.offsets[name])
        for name, buffer in (("workspace", workspace), ("load_data", load_data), ("store_data", store_data)):
            check_offset(name, buffer, 0)
        every = (input, output, workspace, load_data, store_data)
        shared = any(memory.is_shared(memory.base_of(each)) for each in every)
        source, target, room, load, store = self._memory(queue, every) if shared else map(handle_of, every)
        event = self._native.enqueue(handle_of(queue), source, target, room, wait, True, load, store)
        if shared:
            memory.keep_until(event, handle_of(queue), every)
        return event_of(queue, event)

    def _memory(self, queue: Any, every: Sequence[Any]) -> list[memory.MemoryArgument]:
        """The checked memory of an execution. The bytes that callbacks use of their data are unknown."""
        sides = [self.input_bytes, self.output_bytes]
        if self._in_place:
            sides = [max(sides)] * 2
        names = ("input", "output", "workspace", "load_data", "store_data")
        return [memory.memory_of(name, each, needed, queue)
                for name, each, needed in zip(names, every, (*sides, self.workspace_size, 0, 0))]


def _operands_of(problem: Any, output: Any, for_queue: bool, **what: Any) -> Any:
    """The operands of a plan, from the arguments of `Plan`. `what` are the keywords for plans made from arrays."""
    if isinstance(problem, str):
        given = [name for name, value in (("output", output), *what.items()) if value is not None and value is not False]
        if given:
            raise refused(given[0], "must not be given with a problem string, which defines it")
        return Memory(problem)
    place = place_of(problem)
    if output is not None and place_of(output) is not place:
        raise refused("output", "one of input and output is a numpy array and the other a pyopencl array")
    if place is not HOST:
        if problem.queue is None and not for_queue:
            raise refused("queue", "the array has no queue; use x.with_queue(queue)")
        return LikeDeviceArrays(problem, output, **what)
    x = place.operand(problem)
    out = x if output is problem else None if output is None else place.operand(output)
    return (LikeDeviceArrays if for_queue else LikeNumpyArrays)(x, out, **what)
