"""Propagation of light."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from .. import _stockham
from .._errors import refused
from .._in_kind import in_kind
from .._options import number, pair
from . import _arrays


@in_kind
def propagate(field: Any, distance: float | Sequence[float], wavelength: float, pitch: float | Sequence[float], *,
              method: str = "angular_spectrum", padded: bool = False) -> Any:
    """A wave field at other distances, such as the object behind a hologram.

    Parameters
    ----------
    field : array_like or pyopencl.array.Array
        (height, width), real or complex.
    distance : float or sequence of floats
        In the direction of the light; negative: back. All lengths have one unit.
    wavelength : float
        In the medium.
    pitch : float or (down, across)
        The distance of neighbouring points.
    method : {"angular_spectrum", "fresnel"}, optional
        The transfer function of free space, or its approximation for small angles.
    padded : bool, optional
        Surround the field with zeros, so that it does not wrap around.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, where `field` is; for several distances with a first axis for them.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> field = np.zeros((64, 64)); field[32, 32] = 1
    >>> there = stockham.imaging.propagate(field, 1e-3, 633e-9, 5e-6)
    >>> back = stockham.imaging.propagate(there, -1e-3, 633e-9, 5e-6)
    >>> bool(np.allclose(back, field))
    True
    """
    if method not in ("angular_spectrum", "fresnel"):
        raise refused("method", f"must be 'angular_spectrum' or 'fresnel' (got {method!r})")
    field = _arrays.fitted("field", field, _arrays.working_dtype(field))
    several = np.ndim(distance) > 0
    distances = [number("distance", z) for z in (distance if several else [distance])]  # type: ignore[list-item, union-attr]
    down, across = (number("pitch", pitch),) * 2 if np.ndim(pitch) == 0 else pair("pitch", pitch)
    if not across > 0:
        raise refused("pitch", f"must be above 0 (got {across})")
    shape = (len(distances), *field.shape) if several else field.shape
    out = _arrays.empty(field, shape, np.result_type(field.dtype, np.complex64))
    _stockham.propagate(_arrays.engine_of(field), _arrays.view_of(field), distances, method == "fresnel",
                        number("wavelength", wavelength), down, across, bool(padded), _arrays.view_of(out))
    return out
