"""Cross-correlation of arrays with any number of axes: scikit-image's phase_cross_correlation."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from .. import _stockham
from .._errors import refused
from .._in_kind import in_kind
from .._options import number
from . import _arrays
from ._registration import register


def _by_phase(normalization: str | None) -> bool:
    if normalization is not None and not (isinstance(normalization, str) and normalization == "phase"):
        raise ValueError("normalization must be either phase or None")
    return normalization == "phase"


@in_kind
def phase_cross_correlation(reference_image: Any, moving_image: Any, *, upsample_factor: float = 1, space: str = "real",
                            disambiguate: bool = False, reference_mask: Any = None, moving_mask: Any = None,
                            normalization: str | None = "phase") -> tuple[np.ndarray, float, float]:
    """The shift between two arrays by the circular cross-correlation, as in scikit-image.

    `register` is better for pictures with noise, new content at the edges or turns.

    Parameters
    ----------
    reference_image, moving_image : array_like or pyopencl.array.Array
        Arrays of one shape with one to four axes.
    upsample_factor : float, optional
        Shifts are 1 / upsample_factor pixels apart, 1 to 1000.
    space : {"real", "fourier"}, optional
        "fourier": the arrays are spectra.
    disambiguate : bool, optional
        Choose among shifts that differ by an array's side the one with the best correlation of what overlaps.
    reference_mask, moving_mask : array_like, optional
        Masks of valid points, for pictures. The shift is then that of `register`, to fractions of a pixel.
    normalization : {"phase", None}, optional
        Use the phases of the spectra's product, or the product.

    Returns
    -------
    shift : ndarray
        Moving `moving_image` by it lays it on `reference_image`.
    error : float
        sqrt(|1 - |c|^2 / (power of both)|) for the correlation c; NaN with masks.
    phasediff : float
        The phase of c; NaN with masks.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> a = np.random.default_rng(0).random((20, 30))
    >>> stockham.imaging.phase_cross_correlation(a, np.roll(a, (2, -3), (0, 1)))[0] + 0
    array([-2.,  3.])
    """
    if not isinstance(space, str) or space.lower() not in ("real", "fourier"):
        raise ValueError('space argument must be "real" or "fourier"')
    by_phase = _by_phase(normalization)
    if np.shape(reference_image) != np.shape(moving_image):
        raise ValueError("images must be same shape")
    _arrays.beside("moving_image", reference_image, moving_image)
    if reference_mask is not None or moving_mask is not None:
        mask = reference_mask if moving_mask is None else moving_mask
        found = register(reference_image, moving_image, fixed_mask=reference_mask, moving_mask=mask)
        return np.array([-found.dy, -found.dx]), float("nan"), float("nan")
    dtype = _arrays.working_dtype(reference_image, moving_image)
    spectra = space.lower() == "fourier"
    if spectra:
        dtype = np.result_type(dtype, np.complex64)
    reference, moving = (_arrays.fitted(name, x, dtype)
                         for name, x in (("reference_image", reference_image), ("moving_image", moving_image)))
    peak = _stockham.find_correlation_peak(_arrays.engine_of(reference), _arrays.view_of(reference), _arrays.view_of(moving),
                                           by_phase, number("upsample_factor", upsample_factor), spectra, bool(disambiguate))
    if np.isnan([peak.value, peak.reference_power, peak.moving_power]).any():
        raise ValueError("NaN values found, please remove NaNs from your input data or use the reference_mask and moving_mask "
                         "keywords")
    if peak.is_ambiguous:
        warnings.warn(f"Could not determine real-space shift for periodic shift {np.array(peak.shift)!r} as requested by "
                      "`disambiguate=True` (disambiguation is degenerate).", stacklevel=3)
    power = peak.reference_power * peak.moving_power
    if power == 0:
        warnings.warn("Could not determine RMS error between images with the normalized average intensities "
                      f"{peak.reference_power!r} and {peak.moving_power!r}. Either the reference or moving image may be empty.",
                      stacklevel=3)
    error = np.sqrt(abs(1 - abs(peak.value)**2 / power)) if power else float("nan")
    shift = np.array(peak.shift, "f" if dtype.char in "fF" else "d")
    return shift, float(error), float(np.angle(peak.value))


@in_kind
def correlation_surface(reference: Any, moving: Any, normalization: str | None = "phase") -> Any:
    """The circular cross-correlation of two arrays at all shifts; by phase, the phase-only correlation.

    Parameters
    ----------
    reference, moving : array_like or pyopencl.array.Array
        Real, of one shape with one to four axes.
    normalization : {"phase", None}, optional
        Use the phases of the spectra's product, or the product.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Shift 0 is at n // 2 of each axis. By phase, 1 means that the shift explains the whole difference.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> a = np.random.default_rng(0).random((8, 8))
    >>> surface = stockham.imaging.correlation_surface(a, np.roll(a, 2, 0))
    >>> tuple(int(k) for k in np.unravel_index(surface.argmax(), surface.shape))
    (6, 4)
    """
    _arrays.beside("moving", reference, moving)
    dtype = _arrays.working_dtype(reference, moving)
    if dtype.kind == "c":
        raise refused("reference", "must be real")
    reference, moving = _arrays.fitted("reference", reference, dtype), _arrays.fitted("moving", moving, dtype)
    surface = _arrays.empty(reference, reference.shape, dtype)
    _stockham.correlation_surface(_arrays.engine_of(reference), _arrays.view_of(reference), _arrays.view_of(moving),
                                  _by_phase(normalization), _arrays.view_of(surface))
    return surface
