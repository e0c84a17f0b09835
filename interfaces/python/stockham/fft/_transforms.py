"""Every transform of scipy.fft, for host and device arrays: turns the arguments into a request and executes it where the
array is."""

from __future__ import annotations

import operator
from typing import Any, Sequence

import numpy as np

from .._arrays.choice import place_of
from .._arrays.place import Place
from .._plans.plan import Plan
from .._transforms.arguments import normalization, scale_of
from .._transforms.request import Request
from .._transforms.types import PRECISIONS, inverse_kind

Axes = Sequence[int]


def check_plan(plan: Any) -> None:
    if plan is not None and not isinstance(plan, Plan):
        raise NotImplementedError("plan must be a stockham.Plan")


def _request(kind: str, x: Any, output_shape: Sequence[int], lengths: Axes, axes: Axes, mode: int, **more: Any) -> Request:
    return Request(kind, PRECISIONS[x.dtype.char], input_shape=x.shape, output_shape=tuple(output_shape), axes=tuple(axes),
                   lengths=tuple(lengths), scale=scale_of(mode, kind, lengths), **more)


def complex_to_complex(x: Any, inverse: bool, lengths: Axes, axes: Axes, norm: str | None, overwrite: bool,
                       plan: Any, out: Any) -> Any:
    """fft, ifft and their N-D forms. A forward transform of real data is r2c with the full spectrum, half the work of c2c."""
    place = place_of(x)
    mode = normalization(norm, inverse)
    real = x.dtype.kind == "f" and not inverse
    fitted, owned = place.fit(x, lengths, axes, to_complex=not real, conjugate=False)
    request = _request("r2c" if real else "c2c", fitted, fitted.shape, lengths, axes, mode, inverse=inverse, full_spectrum=real)
    return _executed(place, request, fitted, overwrite or owned, plan, out)


def _executed(place: Place[Any], request: Request, x: Any, overwrite: bool, plan: Any, out: Any, conjugates: bool = False) -> Any:
    """The result of a request, or its conjugate, in `out` if that is not None."""
    out = place.output(x, out, request.output_shape, request.output_dtype)
    result = place.execute(request, x, overwrite, plan, out)
    if conjugates:
        result = place.conjugated(result)
    return place.delivered(result, out)


def real_to_complex(x: Any, inverse: bool, lengths: Axes, axes: Axes, norm: str | None, plan: Any, out: Any) -> Any:
    """rfft, ihfft and their N-D forms; ihfft is the conjugate of rfft."""
    place = place_of(x)
    mode = normalization(norm, inverse)
    fitted, owned = place.fit(x, lengths, axes, to_complex=False, conjugate=False)
    shape = list(fitted.shape)
    shape[axes[-1]] = lengths[-1] // 2 + 1
    return _executed(place, _request("r2c", fitted, shape, lengths, axes, mode), fitted, False, plan, out, conjugates=inverse)


def complex_to_real(x: Any, inverse: bool, lengths: Axes, axes: Axes, norm: str | None, plan: Any, out: Any) -> Any:
    """irfft, hfft and their N-D forms; hfft is irfft of the conjugate, with the normalisation of a forward transform."""
    place = place_of(x)
    mode = normalization(norm, inverse)
    if lengths[-1] < 1:
        raise ValueError(f"Invalid number of data points ({lengths[-1]}) specified")
    kept = [*lengths[:-1], lengths[-1] // 2 + 1]
    fitted, owned = place.fit(x, kept, axes, to_complex=True, conjugate=not inverse)
    shape = list(fitted.shape)
    shape[axes[-1]] = lengths[-1]
    return _executed(place, _request("c2r", fitted, shape, lengths, axes, mode, inverse=True), fitted, False, plan, out)


def real_to_real(family: str, x: Any, inverse: bool, type: int, lengths: Axes, axes: Axes, norm: str | None,
                 overwrite: bool, orthogonalize: bool | None, out: Any) -> Any:
    """dct, dst, their inverses and N-D forms. Complex data are transformed as real numbers with one more axis, of length 2."""
    place = place_of(x)
    mode = normalization(norm, inverse)
    if operator.index(type) not in (1, 2, 3, 4):
        raise ValueError(f"invalid {family.upper()} type {type!r}: must be 1, 2, 3 or 4")
    kind = f"{family}{operator.index(type)}"
    kind = inverse_kind(kind) if inverse else kind
    if kind == "dct1" and min(lengths) < 2:
        raise RuntimeError("zero-length FFT requested")
    orthogonal = norm == "ortho" if orthogonalize is None else orthogonalize
    fitted, owned = place.fit(x, lengths, axes, to_complex=False, conjugate=False)
    owned = owned or overwrite
    out = place.output(x, out, fitted.shape, fitted.dtype)
    pairs = fitted.dtype.kind == "c"
    if pairs:
        fitted = place.as_pairs(fitted)
    before, after = _orthogonal_factors(kind) if orthogonal else ([], [])
    if before:
        fitted = fitted if owned else place.part(fitted, (slice(None),) * fitted.ndim)
        owned = True
        _scale_planes(place, fitted, axes, before)
    target = place.as_pairs(out) if out is not None and pairs and out.flags.c_contiguous else None if pairs else out
    result = place.execute(_request(kind, fitted, fitted.shape, lengths, axes, mode), fitted, owned, out=target)
    _scale_planes(place, result, axes, after)
    return place.delivered(place.from_pairs(result) if pairs else result, out)


def _scale_planes(place: Place[Any], x: Any, axes: Axes, factors: list[tuple[int, float]]) -> None:
    """Multiplies planes of `x` in place. `factors` are pairs of an index and a factor, applied along each axis."""
    for axis in axes:
        for index, factor in factors:
            place.scale_plane(x, axis, index, factor)


def _orthogonal_factors(kind: str) -> tuple[list[tuple[int, float]], list[tuple[int, float]]]:
    """Factors that make the transform's matrix orthogonal: pairs of an index and a factor for the input, then for the output.
    Index 0 is the first point of an axis and -1 the last."""
    root = float(np.sqrt(2.0))
    return {
        "dct1": ([(0, root), (-1, root)], [(0, 1 / root), (-1, 1 / root)]),
        "dct2": ([], [(0, 1 / root)]),
        "dct3": ([(0, root)], []),
        "dst2": ([], [(-1, 1 / root)]),
        "dst3": ([(-1, root)], []),
    }.get(kind, ([], []))
