"""Small numpy arrays: which are transformed on the host by numpy.fft, because a launch on the device takes longer."""

from __future__ import annotations

import os
from math import prod
from typing import Any, Callable

import numpy as np

from .._caches.process import remembered
from .._errors import refused
from .._transforms.arguments import normalization, scale_of
from .._transforms.request import Request
from . import host_cosines

#: Transforms one array into another. Both have the request's types and shapes; the input may have any strides.
Transformation = Callable[[np.ndarray, np.ndarray], None]

#: The most points of an array that the host transforms, by the kind of the device. Those beside CPUs are measured with PoCL
#: (benchmarks/results/pocl/python-small.txt), those beside GPUs estimated.
LIMITS = {
    "cpu": {"c2c": 8192, "r2c": 16384, "c2r": 16384, "dct": 2048, "dst": 2048},
    "gpu": {"c2c": 4096, "r2c": 4096, "c2r": 4096, "dct": 2048, "dst": 2048},
}

# Longer axes in double precision must be multiples of 4 without prime factors above 11. numpy.fft exceeds the limit of errors by up
# to 23 % for some others, such as 2187, and 1090 to 1094, which it computes as convolutions of 2187 points.
_LONG = 1024

_OUT = int(np.__version__.split(".")[0]) >= 2  # whether the functions of numpy.fft have the argument `out`

# The word of STOCKHAM_SMALL, after its first use.
_word: str | None = None


def computer() -> str:
    """``"host"`` or ``"device"``: what transforms small arrays."""
    global _word
    if _word is None:
        word = os.environ.get("STOCKHAM_SMALL") or "host"
        if word not in ("host", "device"):
            raise refused("STOCKHAM_SMALL", f"{word!r} is neither 'host' nor 'device'")
        _word = word
    return _word


def limits_of(device: str) -> dict[str, int]:
    """The most points of an array that the host transforms beside this kind of device, by kind of transform; empty if the device
    transforms all."""
    return LIMITS["cpu" if device == "cpu" else "gpu"] if computer() == "host" else {}


def is_small(request: Request, device: str) -> bool:
    """Whether the host executes a request. It depends on the request, the kind of the device and `computer` only."""
    points = max(prod(request.input_shape), prod(request.output_shape))
    return points <= limits_of(device).get(request.kind[:3], 0) and (request.precision == "f32" or _is_accurate(request))


def _is_accurate(request: Request) -> bool:
    """Whether the host's errors in double precision are within the limit."""
    lengths = host_cosines.fourier_lengths(request)
    return all(n <= _LONG or (n % 4 == 0 and _without_small_factors(n) == 1) for n in lengths)


def _without_small_factors(n: int) -> int:
    """`n` without its prime factors up to 11."""
    for p in (2, 3, 5, 7, 11):
        while n % p == 0:
            n //= p
    return n


@remembered(1024)
def transformation(request: Request) -> Transformation:
    """The function that executes a request."""
    if request.kind[:3] in ("dct", "dst"):
        return host_cosines.transformation(request)
    function, where = _function_of(request)
    norm, scale = _norm_of(request)

    def run(x: np.ndarray, out: np.ndarray) -> None:
        if _OUT:
            function(x, *where, norm, out)
        else:
            out[...] = function(x, *where, norm)
        if scale != 1.0:
            out *= out.real.dtype.type(scale)

    return run


def _function_of(request: Request) -> tuple[Callable[..., Any], tuple[Any, Any]]:
    """The function of numpy.fft, and its arguments for lengths and axes."""
    name = {"r2c": "fft" if request.full_spectrum else "rfft", "c2r": "irfft"}.get(
        request.kind, "ifft" if request.inverse else "fft")
    if len(request.axes) == 1:
        return getattr(np.fft, name), (request.lengths[0], request.axes[0])
    return getattr(np.fft, name + "n"), (request.lengths, request.axes)


def _norm_of(request: Request) -> tuple[str, float]:
    """numpy's normalization, and the scale factor in addition to it."""
    backward = request.inverse or request.kind == "c2r"
    for norm in ("backward", "forward", "ortho"):
        if request.scale == scale_of(normalization(norm, backward), request.kind, request.lengths):
            return norm, 1.0
    return "forward" if backward else "backward", request.scale
