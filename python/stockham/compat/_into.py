"""One transform from one pyopencl array into another, with the normalisation given as a factor."""

from __future__ import annotations

from typing import Any, Sequence

import pyopencl as cl
import pyopencl.array as cl_array

from .. import _opencl
from .._request import Request
from .._sides import side_of, transform_between


def request_into(x: cl_array.Array, out: cl_array.Array, axes: Sequence[int], kind: str, inverse: bool,
                 scale: float) -> Request:
    """The request for a transform of `x` into `out`."""
    request, _ = transform_between(side_of(x), side_of(out), axes, kind, inverse, None)
    return request._replace(scale=scale)


def transform_into(x: cl_array.Array, out: cl_array.Array, axes: Sequence[int], kind: str, inverse: bool, scale: float,
                   queue: Any = None, wait_for: Sequence[cl.Event] = ()) -> cl.Event:
    """Enqueues it, by a plan of the cache."""
    return _opencl.run(request_into(x, out, axes, kind, inverse, scale), x, out, queue, wait_for)
