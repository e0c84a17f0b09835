"""A report on the plans of a VkFFTApp, axis by axis, read from their plan strings."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ..._arrays.opencl_runs import plan_between
from ..._arrays.queues import queue_of
from ..._transforms.layout import Layout
from ..._transforms.request import steps_of
from .._into import scaled_request

_DIGIT = re.compile(r"(\d+)\.\d+(\^?)")  # a digit of a pass: axis, index, and ^ for Bluestein's convolution


class Report(NamedTuple):
    """For each axis, the number of passes over memory that transform it, and whether they use Bluestein's algorithm. Axes that
    are not transformed have 0 passes. `workspace` is the size in bytes of the workspace of one execution."""

    passes: list[int]
    bluestein: list[bool]
    workspace: int


def report(queue: Any, x: Layout, out: Layout, axes: tuple[int, ...], kind: str, in_place: bool) -> Report:
    """Reports on the transform from `x` to `out` on the queue's device. Makes the plans or takes them from the cache."""
    found = Report([0] * len(x.shape), [False] * len(x.shape), 0)
    workspace = 0
    for step in steps_of(scaled_request(x, out, axes, kind, False)):
        plan = plan_between(queue_of(queue), step, x, out, in_place)
        workspace = max(workspace, plan.workspace_size)
        for each in plan.plan_string().split(" : ", 1)[1].split(" ; "):
            digits = _DIGIT.findall(each.split(" ", 1)[0])
            for place in {int(place) for place, _ in digits}:
                found.passes[step.axes[place]] += 1
            for place, convolution in digits:
                found.bluestein[step.axes[int(place)]] |= convolution == "^"
        x, in_place = out, True
    return found._replace(workspace=workspace)
