"""Small numpy arrays: which are transformed on the host by numpy.fft, because a launch on the device takes longer."""

from __future__ import annotations

import os
from math import prod
from typing import Any, Callable

import numpy as np

from .._caches.process import remembered
from .._devices import Device
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

#: The same beside CPUs of at most two cores, for lines along one axis: of at most 8192 points without a prime factor above 31, and longer
#: real lines with one, which the device transforms by several passes of convolutions.
TWO_CORES = {"short": {"c2c": 32768, "r2c": 131072, "c2r": 131072}, "prime": {"r2c": 65536, "c2r": 65536}}
_SHORT = 8192

# Longer axes in double precision are checked: numpy.fft exceeds the limit of errors for some, by up to 22 %.
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


def is_small(request: Request, device: Device) -> bool:
    """Whether the host executes a request. It depends on the request, the kind and cores of the device and `computer` only."""
    points = max(prod(request.input_shape), prod(request.output_shape))
    small = points <= limits_of(device.kind).get(request.kind[:3], 0) or _is_small_beside_few_cores(request, points, device)
    return small and (request.precision == "f32" or _is_accurate(request))


def _is_small_beside_few_cores(request: Request, points: int, device: Device) -> bool:
    if computer() == "device" or device.kind != "cpu" or device.compute_units > 2 or len(request.axes) > 1:
        return False
    n = request.lengths[0]
    is_short, has_prime = n <= _SHORT, max(_factors_of(n)) > 31
    return is_short != has_prime and points <= TWO_CORES["short" if is_short else "prime"].get(request.kind, 0)


def _is_accurate(request: Request) -> bool:
    """Whether the host's errors in double precision are within the limit."""
    return all(n <= _LONG or _is_accurate_length(n) for n in host_cosines.fourier_lengths(request))


def _is_accurate_length(n: int) -> bool:
    """Without many prime factors that cost accuracy (2187, 7203 and 7986 have too many) and without those for which numpy.fft computes
    convolutions (1094). The limit is twice as large for lengths with prime factors above 13."""
    factors = _factors_of(n)
    largest = max(factors)
    if largest > 13:
        return largest ** 2 <= n
    most = {3: 6 if n % 4 == 0 else 5, 7: 2, 11: 2, 13: 0}
    return all(factors.get(p, 0) <= count for p, count in most.items())


@remembered(1024)
def _factors_of(n: int) -> dict[int, int]:
    """The prime factors of `n` with their exponents; of 1, itself."""
    found: dict[int, int] = {}
    p = 2
    while p * p <= n:
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
        p += 1
    if n > 1 or not found:
        found[n] = found.get(n, 0) + 1
    return found


@remembered(1024)
def transformation(request: Request) -> Transformation:
    """The function that executes a request."""
    if request.kind[:3] in ("dct", "dst"):
        return host_cosines.transformation(request)
    return (_full_spectrum if request.full_spectrum and len(request.axes) == 1 else _fourier)(request)


def _full_spectrum(request: Request) -> Transformation:
    """Half the spectrum of real lines, and its conjugate."""
    n, before = request.lengths[0], (slice(None),) * request.axes[0]
    half, rest, mirrored = ((*before, slice(*part)) for part in ((n // 2 + 1,), (n // 2 + 1, None), ((n - 1) // 2, 0, -1)))
    transform = _fourier(request._replace(full_spectrum=False))

    def run(x: np.ndarray, out: np.ndarray) -> None:
        transform(x, out[half])
        np.conjugate(out[mirrored], out[rest])

    return run


def _fourier(request: Request) -> Transformation:
    """A call of the ufunc below a function of numpy.fft, or of the function."""
    name, function, (lengths, axes) = _function_of(request)
    ufunc = _ufunc_of(name, request.lengths[0] % 2)
    if ufunc is None or len(request.axes) > 1:
        return _through_function(request, function, lengths, axes)
    factor = request.output_dtype.type(request.scale).real
    places = [(axes,), (), (axes,)]
    return lambda x, out: ufunc(x, factor, out=out, axes=places)


def _through_function(request: Request, function: Callable[..., Any], lengths: Any, axes: Any) -> Transformation:
    norm, scale = _norm_of(request)

    def run(x: np.ndarray, out: np.ndarray) -> None:
        if _OUT:
            function(x, lengths, axes, norm, out)
        else:
            out[...] = function(x, lengths, axes, norm)
        if scale != 1.0:
            out *= out.real.dtype.type(scale)

    return run


@remembered(16)
def _ufunc_of(name: str, odd: int) -> Any:
    """The ufunc that computes a function of numpy.fft, whose own checks take 2 to 3 us. It is private: None if it is not as expected."""
    n = 8 + odd
    x = np.exp(1j * np.arange(n))[:n // 2 + 1 if name == "irfft" else n]
    x = x.real if name == "rfft" else x
    wanted = getattr(np.fft, name)(x, n)
    got = np.zeros_like(wanted)
    try:
        ufunc = getattr(getattr(np.fft, "_pocketfft_umath"), ("rfft_n_odd" if odd else "rfft_n_even") if name == "rfft" else name)
        ufunc(x, np.float64(1 if name in ("fft", "rfft") else 1 / n), out=got, axes=[(0,), (), (0,)])
    except (AttributeError, TypeError, ValueError):
        return None
    return ufunc if got.tobytes() == wanted.tobytes() else None


def _function_of(request: Request) -> tuple[str, Callable[..., Any], tuple[Any, Any]]:
    """The name of numpy.fft's function along one axis, the function for the axes of a request, and its arguments for lengths and axes."""
    name = {"r2c": "fft" if request.full_spectrum else "rfft", "c2r": "irfft"}.get(
        request.kind, "ifft" if request.inverse else "fft")
    if len(request.axes) == 1:
        return name, getattr(np.fft, name), (request.lengths[0], request.axes[0])
    return name, getattr(np.fft, name + "n"), (request.lengths, request.axes)


def _norm_of(request: Request) -> tuple[str, float]:
    """numpy's normalization, and the scale factor in addition to it."""
    backward = request.inverse or request.kind == "c2r"
    for norm in ("backward", "forward", "ortho"):
        if request.scale == scale_of(normalization(norm, backward), request.kind, request.lengths):
            return norm, 1.0
    return "forward" if backward else "backward", request.scale
