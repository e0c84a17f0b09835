"""Measures of pictures."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import _stockham
from .._in_kind import in_kind
from .._options import number, whole
from . import _arrays


class Focus(NamedTuple):
    """How sharp a picture is. Each number is largest in focus."""

    #: Of the points, divided by their squared mean.
    variance: float
    #: Mean squared difference of points two apart.
    gradient: float
    #: Mean squared Laplacian.
    laplacian: float


class ThonRing(NamedTuple):
    """A ring of frequencies of a power spectrum."""

    #: Cycles per pixel.
    frequency: float
    power: float
    #: The power without oscillations.
    background: float
    #: log(power / background).
    contrast: float


@in_kind
def focus(pictures: Any) -> Any:
    """How sharp pictures are.

    Parameters
    ----------
    pictures : array_like or pyopencl.array.Array
        Real, (height, width) or (pictures, height, width).

    Returns
    -------
    Focus or list of Focus

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> stockham.imaging.focus(np.eye(4)).gradient
    0.5
    """
    pictures = _arrays.fitted("pictures", pictures, _arrays.working_dtype(pictures))
    found = [Focus(*each) for each in _stockham.measure_focus(_arrays.engine_of(pictures), _arrays.view_of(pictures))]
    return found if len(pictures.shape) == 3 else found[0]


@in_kind
def thon_rings(picture: Any, tile: int = 512, lowest: float = 0.02) -> list[ThonRing]:
    """The radial profile of a micrograph's power spectrum, which shows the contrast transfer function.

    Parameters
    ----------
    picture : array_like or pyopencl.array.Array
        Real, (height, width).
    tile : int, optional
        The side of the tiles whose periodograms are averaged, from 32 to the picture's shorter side.
    lowest : float, optional
        The background is fitted to frequencies above this, in cycles per pixel.

    Returns
    -------
    list of ThonRing

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> noise = np.random.default_rng(0).normal(size=(256, 256))
    >>> rings = stockham.imaging.thon_rings(noise, 64)
    >>> len(rings), abs(np.mean([each.power for each in rings]) - 1) < 0.1
    (32, True)
    """
    picture = _arrays.fitted("picture", picture, _arrays.working_dtype(picture))
    return [ThonRing(*each) for each in _stockham.thon_rings(_arrays.engine_of(picture), _arrays.view_of(picture),
                                                             whole("tile", tile), number("lowest", lowest))]
