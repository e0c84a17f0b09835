"""A report on the plans of a VkFFTApp, axis by axis, read from their plan strings."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, NamedTuple

from ... import _opencl, _plans, _stockham
from ..._queues import queue_of
from ..._request import Request, steps_of
from ..._sides import Side
from .._into import request_between

_DIGIT = re.compile(r"(\d+)\.\d+(\^?)")  # a digit of a pass: axis, index, and ^ for Bluestein's convolution


class Report(NamedTuple):
    """For each axis, the number of passes over memory that transform it, and whether they use Bluestein's algorithm. Axes that
    are not transformed have 0 passes. `workspace` is the size in bytes of the workspace of one execution."""

    passes: list[int]
    bluestein: list[bool]
    workspace: int


def report(queue: Any, x: Side, out: Side, axes: tuple[int, ...], kind: str, in_place: bool) -> Report:
    """Reports on the transform from `x` to `out` on the queue's device. Makes the plans or takes them from the cache."""
    found = Report([0] * len(x.shape), [False] * len(x.shape), 0)
    workspace = 0
    for step in steps_of(request_between(x, out, axes, kind, False)):
        plan = _plan_for(queue, step, x, out, in_place)
        workspace = max(workspace, plan.workspace_size)
        for each in plan.plan_string().split(" : ", 1)[1].split(" ; "):
            digits = _DIGIT.findall(each.split(" ", 1)[0])
            for place in {int(place) for place, _ in digits}:
                found.passes[step.axes[place]] += 1
            for place, convolution in digits:
                found.bluestein[step.axes[int(place)]] |= convolution == "^"
        x, in_place = out, True
    return found._replace(workspace=workspace)


def _plan_for(queue: Any, step: Request, x: Side, out: Side, in_place: bool) -> _stockham.Plan:
    """The plan of one step, cached under the key of `_opencl.run`, so that later transforms of such arrays find it."""
    where = queue_of(queue)
    key = (where.context_ptr, where.device_ptr, step, x.strides, out.strides, x.offset, out.offset, in_place)

    def make() -> _stockham.Plan:
        # Stand-ins for arrays: they have the layouts, and in place they share a buffer.
        first, second = (SimpleNamespace(**side._asdict(), base_data=SimpleNamespace(int_ptr=buffer))
                         for side, buffer in ((x, 0), (out, 0 if in_place else 1)))
        return _stockham.make_plan(where.context_ptr, where.device_ptr, _opencl.description(step, first, second))

    return _plans.cache.get(key, make)
