"""Lets programs that use mpi4py-fft directly, also through other packages, transform on a device."""

from __future__ import annotations

import contextlib
import functools
import logging
from typing import Any, Iterator, Sequence

import numpy as np
from mpi4py_fft import libfft

from .. import _devices
from .._devices import Choice, Device
from .._transforms.types import PRECISIONS
from ._local import planners

_log = logging.getLogger("stockham.mpi")

_NAMES = {"fftn": "c2c", "rfftn": "r2c", "dctn": "dct", "dstn": "dst"}


@contextlib.contextmanager
def replace_fftw(device: Choice = None) -> Iterator[Device]:
    """A context manager in which mpi4py-fft's backend ``"fftw"`` transforms on a device.

    It concerns plans that are made within it, in all threads. Long double and transforms that the library does not have are
    left to FFTW, which the logger ``stockham.mpi`` reports. If a rank fails, the others are not informed: run the program by
    ``python -m mpi4py``, which ends all of them.

    Parameters
    ----------
    device : str, int or Device, optional
        As in `stockham.find_device`; by default that of `stockham.get_device`.
    """
    chosen = _devices.get_device() if device is None else _devices.find_device(device)
    before = libfft._Xfftn_plan_fftw

    def plan_pair(shape: Sequence[int], axes: Sequence[int], dtype: Any, transforms: Any, options: Any) -> Any:
        kind = _kind_of(axes, dtype, transforms)
        if kind is None or np.dtype(dtype).char not in PRECISIONS:
            _log.info("%s along %s of %s goes to FFTW", np.dtype(dtype), tuple(axes), tuple(shape))
            return before(shape, axes, dtype, transforms, options)
        forward, backward = planners(kind, chosen, None)
        one = forward(np.empty(shape, dtype), axes=axes)
        return one, backward(one.output_array, axes=axes)

    libfft._Xfftn_plan_fftw = plan_pair
    try:
        yield chosen
    finally:
        libfft._Xfftn_plan_fftw = before


def _kind_of(axes: Sequence[int], dtype: Any, transforms: Any) -> str | None:
    """The kind of the transform that mpi4py-fft would plan; None if it is not one of its own functions."""
    if not transforms or tuple(axes) not in transforms:
        return "r2c" if np.dtype(dtype).kind == "f" else "c2c"
    function: Any = transforms[tuple(axes)][0]
    type_of = 2
    if isinstance(function, functools.partial):
        if function.args or set(function.keywords) - {"type"}:
            return None
        function, type_of = function.func, function.keywords.get("type", 2)
    if getattr(function, "__module__", None) != "mpi4py_fft.fftw.xfftn" or function.__name__ not in _NAMES:
        return None
    kind = _NAMES[function.__name__]
    return f"{kind}{type_of}" if kind in ("dct", "dst") else kind
