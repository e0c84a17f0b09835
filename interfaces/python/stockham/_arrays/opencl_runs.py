"""Executes requests on pyopencl arrays: the plans for their layouts, their memory, and their events."""

from __future__ import annotations

import threading
from typing import Any, Sequence

import pyopencl as cl
import pyopencl.array as cl_array

from .. import _stockham
from .._caches.process import plans
from .._transforms.layout import Layout
from .._transforms.request import Request, describe
from . import memory
from .memory import same_start
from .queues import Queue, queue_of

# Guards the lists of events, which views of an array share. Re-entrant, because a signal handler may run a transform.
_events_lock = threading.RLock()


def description(request: Request, x: cl_array.Array, out: cl_array.Array) -> _stockham.Transform:
    """The description of the transform from `x` to `out`, in place if both begin at the same address."""
    return describe(request, x.strides, out.strides, x.offset, out.offset, same_start(x, out))


def plan_between(queue: Queue, request: Request, x: cl_array.Array | Layout, out: cl_array.Array | Layout,
                 in_place: bool) -> _stockham.Plan:
    """The cached plan of a request for arrays with these strides and offsets."""
    layouts = (x.strides, out.strides, x.offset, out.offset, in_place)

    def make() -> _stockham.Plan:
        return _stockham.make_plan(queue.context_ptr, queue.device_ptr, describe(request, *layouts))

    return plans.get((queue.context_ptr, queue.device_ptr, request, *layouts), make)


def run(request: Request, x: cl_array.Array, out: cl_array.Array, on: Any = None,
        wait_for: Sequence[cl.Event] = ()) -> cl.Event:
    """Enqueues the transform of `x` into `out` on the queue `on`; by default on the queue of `x`."""
    queue, in_place = queue_of(x.queue if on is None else on), same_start(x, out)
    return enqueue(plan_between(queue, request, x, out, in_place), queue, x, out, in_place, wait_for)


def enqueue(plan: _stockham.Plan, queue: Queue, x: cl_array.Array, out: cl_array.Array, in_place: bool,
            wait_for: Sequence[cl.Event]) -> cl.Event:
    """Enqueues an execution after the events of both arrays, as pyopencl's own operations do. The new event replaces the
    output's earlier events, which it depends on. The list of events stays short, whereas add_event() would wait on the host
    for the oldest events."""
    source, target = _memory_of(plan, queue, x, out, in_place)
    with _events_lock:
        before = out.events
        count = len(before)
        wait = [each.int_ptr for each in before]
        if out is not x:
            wait += [each.int_ptr for each in x.events]
        wait += [each.int_ptr for each in wait_for]
        event = cl.Event.from_int_ptr(plan.enqueue(queue.int_ptr, source, target, queue.workspace(plan), wait, True),
                                      retain=False)
        before[:count] = [event]
    if type(source) is not int or type(target) is not int:
        memory.keep_until(event.int_ptr, queue.int_ptr, (x, out))
    return event


def _memory_of(plan: _stockham.Plan, queue: Queue, x: cl_array.Array, out: cl_array.Array,
               in_place: bool) -> tuple[memory.MemoryArgument, memory.MemoryArgument]:
    """The memory of the input and of the output, which is 0 in place."""
    if not memory.is_shared(x.base_data) and not memory.is_shared(out.base_data):
        return x.base_data.int_ptr, 0 if in_place else out.base_data.int_ptr
    what = plan.problem
    needed = max(what.input_bytes, what.output_bytes) if in_place else what.input_bytes
    source = memory.memory_of("input", x, needed, queue.queue)
    return source, 0 if in_place else memory.memory_of("output", out, what.output_bytes, queue.queue)
