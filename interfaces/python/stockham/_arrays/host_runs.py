"""Executes requests on numpy arrays: small ones on the host, others in one piece on the device, or in several trips if an array
is too large for it."""

from __future__ import annotations

import contextlib
import threading
from math import prod
from typing import Iterator

import numpy as np

from .. import _devices, _stockham
from .._caches.process import plans, remembered
from .._transforms.request import Request, describe_packed, steps_of
from . import host_small
from .packing import address

# Limit of device memory in bytes; None: that of the session. Set by tests.
memory_limit: int | None = None


class _Here(threading.local):
    """The part of the device's memory that this thread uses, as set by `limited_memory`."""

    divisor = 1


_here = _Here()


@contextlib.contextmanager
def limited_memory(divisor: int) -> Iterator[None]:
    """A context manager in which transforms of this thread use a part of the device's memory."""
    before = _here.divisor
    _here.divisor = before * divisor
    try:
        yield
    finally:
        _here.divisor = before


def transform_into(request: Request, x: np.ndarray, out: np.ndarray, device: _devices.Device) -> None:
    """Transforms `x` into `out` on a device. Both have the request's types and shapes, in C order."""
    if not out.size:
        return
    *first, last = steps_of(request)
    for step in first:
        between = np.empty(step.output_shape, step.output_dtype)
        run(step, x, between, device)
        x = between
    run(last, x, out, device)


def run(request: Request, x: np.ndarray, out: np.ndarray, device: _devices.Device | None = None) -> None:
    """Executes a request of at most `MOST_AXES` axes, by default on the device of this thread."""
    device = device or _devices.get_device()
    if host_small.is_small(request, device):
        host_small.transformation(request)(x, out)
        return
    session = _devices.session_of(device)
    limit = (memory_limit or session.usable_memory) // _here.divisor
    (_run_whole if _fits(request, session, limit) else _run_in_trips)(request, x, out, session, limit)


def _fits(request: Request, session: _stockham.Session, limit: int) -> bool:
    def suffices(sizes: list[int]) -> bool:
        return sum(sizes) <= limit and not session.shortage(sizes)

    arrays = [prod(request.input_shape) * request.input_dtype.itemsize,
              prod(request.output_shape) * request.output_dtype.itemsize]
    return suffices(arrays) and suffices([*arrays, _workspace_of(request, session.device)])


@remembered(1024)
def _workspace_of(request: Request, device: int) -> int:
    return _stockham.workspace_size(device, describe_packed(request))


def _run_whole(request: Request, x: np.ndarray, out: np.ndarray, session: _stockham.Session, limit: int) -> None:
    def make() -> _stockham.Plan:
        return _stockham.make_plan(session.context, session.device, describe_packed(request))

    session.run(plans.get((session.device, request), make), address(x), address(out))


def _run_in_trips(request: Request, x: np.ndarray, out: np.ndarray, session: _stockham.Session, limit: int) -> None:
    what = describe_packed(request, in_place=x is out)
    _stockham.run_out_of_core(session.device, what, address(x), address(out), limit)
