"""Every transform of scipy.fft, for host and device arrays: turns the arguments into a request and executes it where the
array is."""

from __future__ import annotations

import operator
from typing import Any, Sequence

import numpy as np

from . import _arguments as arguments
from ._places import place_of
from ._plan import Plan
from ._request import Request

Axes = Sequence[int]


def check_plan(plan: Any) -> None:
    if plan is not None and not isinstance(plan, Plan):
        raise NotImplementedError("plan must be a stockham.Plan")


def complex_to_complex(x: Any, inverse: bool, lengths: Axes, axes: Axes, norm: str | None, overwrite: bool,
                       plan: Any) -> Any:
    """fft, ifft and their N-D forms. A forward transform of real data is r2c with the full spectrum, half the work of c2c."""
    place = place_of(x)
    mode = arguments.normalization(norm, inverse)
    real = x.dtype.kind == "f" and not inverse
    fitted, owned = place.fit(x, lengths, axes, to_complex=not real, conjugate=False)
    request = Request("r2c" if real else "c2c", place.precision_of(fitted), fitted.shape, fitted.shape, tuple(axes),
                      tuple(lengths), inverse, arguments.scale_of(mode, lengths), real)
    return place.execute(request, fitted, overwrite or owned, plan)


def real_to_complex(x: Any, inverse: bool, lengths: Axes, axes: Axes, norm: str | None, plan: Any) -> Any:
    """rfft, ihfft and their N-D forms; ihfft is the conjugate of rfft."""
    place = place_of(x)
    mode = arguments.normalization(norm, inverse)
    fitted, owned = place.fit(x, lengths, axes, to_complex=False, conjugate=False)
    shape = list(fitted.shape)
    shape[axes[-1]] = lengths[-1] // 2 + 1
    request = Request("r2c", place.precision_of(fitted), fitted.shape, tuple(shape), tuple(axes), tuple(lengths), False,
                      arguments.scale_of(mode, lengths), False)
    spectrum = place.execute(request, fitted, False, plan)
    return place.conjugated(spectrum) if inverse else spectrum


def complex_to_real(x: Any, inverse: bool, lengths: Axes, axes: Axes, norm: str | None, plan: Any) -> Any:
    """irfft, hfft and their N-D forms; hfft is irfft of the conjugate, with the normalisation of a forward transform."""
    place = place_of(x)
    mode = arguments.normalization(norm, inverse)
    if lengths[-1] < 1:
        raise ValueError(f"Invalid number of data points ({lengths[-1]}) specified")
    kept = [*lengths[:-1], lengths[-1] // 2 + 1]
    fitted, owned = place.fit(x, kept, axes, to_complex=True, conjugate=not inverse)
    shape = list(fitted.shape)
    shape[axes[-1]] = lengths[-1]
    request = Request("c2r", place.precision_of(fitted), fitted.shape, tuple(shape), tuple(axes), tuple(lengths), True,
                      arguments.scale_of(mode, lengths), False)
    return place.execute(request, fitted, False, plan)


_INVERSE_TYPE = {1: 1, 2: 3, 3: 2, 4: 4}


def real_to_real(family: str, x: Any, inverse: bool, type: int, lengths: Axes, axes: Axes, norm: str | None,
                 overwrite: bool, orthogonalize: bool | None) -> Any:
    """dct, dst, their inverses and N-D forms. Complex data are transformed as real numbers with one more axis, of length 2."""
    place = place_of(x)
    mode = arguments.normalization(norm, inverse)
    if operator.index(type) not in _INVERSE_TYPE:
        raise ValueError(f"invalid {family.upper()} type {type!r}: must be 1, 2, 3 or 4")
    kind = f"{family}{_INVERSE_TYPE[type] if inverse else type}"
    if kind == "dct1" and min(lengths) < 2:
        raise RuntimeError("zero-length FFT requested")
    orthogonal = norm == "ortho" if orthogonalize is None else orthogonalize
    fitted, owned = place.fit(x, lengths, axes, to_complex=False, conjugate=False)
    owned = owned or overwrite
    pairs = fitted.dtype.kind == "c"
    if pairs:
        fitted = place.as_pairs(fitted)
    before, after = _orthogonal_factors(kind) if orthogonal else ([], [])
    if before:
        fitted = fitted if owned else place.part(fitted, (slice(None),) * fitted.ndim)
        owned = True
        place.scale_planes(fitted, axes, before)
    request = Request(kind, place.precision_of(fitted), fitted.shape, fitted.shape, tuple(axes), tuple(lengths), False,
                      arguments.scale_of(mode, arguments.logical_points(kind, lengths)), False)
    result = place.execute(request, fitted, owned)
    place.scale_planes(result, axes, after)
    return place.from_pairs(result) if pairs else result


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
