"""Batches: transforms of differing lengths, executed together in few launches."""

from __future__ import annotations

from typing import Any, NoReturn, Sequence

import numpy as np

from .. import _stockham
from .._arrays import memory
from .._arrays.host import HOST
from .._arrays.memory import handle_of
from .._arrays.packing import address
from .._errors import refused
from .._transforms.types import PRECISIONS
from .events import event_of
from .operands import Memory
from .target import check_target, target_of


class Batch:
    """A list of transforms that are executed together.

    This takes much less time than a call for each of many small transforms. Rows of different lengths share kernels.

    Parameters
    ----------
    problems : sequence of str or ndarray
        Problem strings such as ``"c2c f32 600"``, or arrays like those to be transformed, along all axes: complex arrays by
        ``"c2c"``, real ones by ``"r2c"``.
    queue : pyopencl.CommandQueue, optional
        The batch is for its context and device. By default it is for numpy arrays.
    context, device : int, optional
        The handles ``cl_context`` and ``cl_device_id``, instead of `queue`.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> rows = [np.ones(n, np.complex64) for n in (100, 101, 640)]
    >>> batch = stockham.Batch(rows)
    >>> [round(float(y[0].real)) for y in batch(rows)]
    [100, 101, 640]
    """

    def __init__(self, problems: Sequence[Any], *, queue: Any = None, context: int | None = None,
                 device: int | None = None) -> None:
        if isinstance(problems, str):
            raise refused("problems", "expected a list of problem strings or arrays, not one string")
        check_target(queue, context, device)
        strings = [each if isinstance(each, str) else _problem_of(k, each) for k, each in enumerate(problems)]
        operands = {text: Memory(text) for text in dict.fromkeys(strings)}
        self._operands = [operands[text] for text in strings]
        self._target = target_of(queue, context, device)
        self._native = _stockham.Batch(self._target.context, self._target.device, [each.description for each in self._operands])

    @property
    def workspace_size(self) -> int:
        """The least size in bytes of a workspace."""
        return self._native.workspace_size

    def __len__(self) -> int:
        return len(self._operands)

    def to_string(self) -> str:
        """How the transforms are computed: one line for each plan and each kernel of rows."""
        return self._native.to_string()

    def __repr__(self) -> str:
        return f"<stockham.Batch of {len(self)} transforms>"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("cannot copy or pickle a stockham.Batch, which owns OpenCL handles of this process")

    def __call__(self, inputs: Sequence[np.ndarray], outputs: Sequence[np.ndarray] | None = None) -> list[np.ndarray]:
        """Transforms numpy arrays.

        Parameters
        ----------
        inputs : sequence of ndarray
            One C-contiguous array for each transform.
        outputs : sequence of ndarray, optional
            The outputs, with the same rules. By default new arrays, or the inputs of transforms in place.

        Returns
        -------
        list of ndarray
            The outputs.
        """
        session = self._target.session
        if session is None:
            raise refused("inputs", "the batch was made for a queue; use enqueue()")
        self._check_count("inputs", inputs)
        if outputs is not None:
            self._check_count("outputs", outputs)
        results = []
        for k, (operands, x) in enumerate(zip(self._operands, inputs)):
            if not isinstance(x, np.ndarray):
                raise TypeError(f"inputs[{k}]: {type(x).__name__} is not a numpy array")
            operands.check("input", x)
            out = operands.new_output(HOST, x) if outputs is None else outputs[k]
            if not isinstance(out, np.ndarray):
                raise TypeError(f"outputs[{k}]: {type(out).__name__} is not a numpy array")
            operands.check("output", out)
            if not out.flags.writeable:
                raise ValueError("output array is read-only")
            results.append(out)
        self._native.run(session, [*map(address, inputs)], [*map(address, results)])
        return results

    def enqueue(self, queue: Any, inputs: Sequence[Any], outputs: Sequence[Any] | None = None, workspace: Any = None,
                wait_for: Sequence[Any] | None = None) -> Any:
        """Enqueues all transforms on buffers and returns without waiting.

        Parameters
        ----------
        queue : pyopencl.CommandQueue or int
            The queue; an int is a ``cl_command_queue``.
        inputs, outputs : sequence of pyopencl.array.Array, pyopencl.Buffer, pyopencl.SVMPointer or int
            The memory of each transform, as for `Plan.enqueue`. Arrays may begin at any offset of their buffers that is a
            multiple of a complex number. None for the output of a transform in place; no `outputs` if all are.
        workspace : pyopencl.Buffer or int, optional
            Without one, the batch allocates and keeps one if needed.
        wait_for : sequence of pyopencl.Event, Event or int, optional
            Events to wait for. This function ignores the events of pyopencl arrays.

        Returns
        -------
        pyopencl.Event or Event
            The event of the execution.
        """
        if outputs is None:
            outputs = [None] * len(self)
        self._check_count("inputs", inputs)
        self._check_count("outputs", outputs)
        sides = [[memory.memory_of(name, x, _offset(x) + operands.sizes[name], queue) if x is not None else 0
                  for operands, x in zip(self._operands, given)] for name, given in (("input", inputs), ("output", outputs))]
        room = memory.memory_of("workspace", workspace, self.workspace_size, queue)
        event = self._native.enqueue(handle_of(queue), sides[0], [*map(_offset, inputs)], sides[1], [*map(_offset, outputs)],
                                     room, [handle_of(each) for each in wait_for or ()])
        every = (*inputs, *outputs, workspace)
        if any(memory.is_shared(memory.base_of(each)) for each in every):
            memory.keep_until(event, handle_of(queue), every)
        return event_of(queue, event)

    def _check_count(self, name: str, given: Sequence[Any]) -> None:
        if len(given) != len(self):
            raise refused(name, f"the batch has {len(self)} transforms, the list {len(given)} entries")


def _problem_of(k: int, x: Any) -> str:
    """The problem string of an array's transform along all axes."""
    dtype: Any = getattr(x, "dtype", None)
    precision = PRECISIONS.get(getattr(dtype, "char", ""))
    if precision is None:
        raise TypeError(f"problems[{k}]: expected a problem string or an array of complex64, complex128, float32 or float64, not "
                        f"{type(x).__name__}" + (f" of {dtype}" if dtype is not None else ""))
    return f"{'c2c' if dtype.kind == 'c' else 'r2c'} {precision} {'x'.join(map(str, x.shape))}"


def _offset(x: Any) -> int:
    return int(x.offset) if hasattr(x, "base_data") else 0
