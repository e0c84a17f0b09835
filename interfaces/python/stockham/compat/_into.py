"""A transform from one pyopencl array to another, with an explicit scale factor."""

from __future__ import annotations

from typing import Any, Sequence

import pyopencl as cl
import pyopencl.array as cl_array

from .._arrays import opencl_runs
from .._arrays.memory import same_start
from .._transforms.between import request_between
from .._transforms.layout import Layout, layout_of
from .._transforms.request import Request, steps_of


def scaled_request(x: Layout, out: Layout, axes: Sequence[int], kind: str, inverse: bool, scale: float = 1.0) -> Request:
    """The request for a transform from one layout to another. Raises ArgumentError if the layouts do not match."""
    request, _ = request_between(x, out, axes, kind, inverse, None)
    # For one or two real points, the half spectrum is the full spectrum.
    full = request.full_spectrum and request.lengths[-1] > 2
    return request._replace(scale=scale, full_spectrum=full)


def transform_into(x: cl_array.Array, out: cl_array.Array, axes: Sequence[int], kind: str, inverse: bool, scale: float,
                   queue: Any = None, wait_for: Sequence[cl.Event] = ()) -> cl.Event:
    """Enqueues the transform by cached plans: one, or several in order for more axes than one plan supports.

    Out of place, `x` is not changed: several plans of a complex-to-real transform use a separate intermediate array.
    """
    *first, last = steps_of(scaled_request(layout_of(x), layout_of(out), axes, kind, inverse, scale))
    between = out
    if first and kind == "c2r":
        on = x.queue if queue is None else queue
        between = x if same_start(x, out) else cl_array.Array(on, x.shape, x.dtype, allocator=x.allocator)
    for step in first:
        wait_for = (opencl_runs.run(step, x, between, queue, wait_for),)
        x = between
    return opencl_runs.run(last, x, out, queue, wait_for)
