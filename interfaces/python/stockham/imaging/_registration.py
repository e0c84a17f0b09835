"""Registration, drift and alignment."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Sequence

import numpy as np

from .. import _stockham
from .._errors import refused
from .._in_kind import in_kind
from .._options import function, number, pair
from . import _arrays

_REFERENCES = {"first": 0, "mean": 1, "neighbour": 2}
Progress = Callable[[int, int, float], Any]


class Registration(NamedTuple):
    """How a picture lies against another one: a point at distance (y, x) from the centre of the fixed picture lies in the
    moving one at distance scale * R (y, x) + (dy, dx), where R turns by `angle`."""

    #: Pixels down.
    dy: float
    #: Pixels to the right.
    dx: float
    #: Degrees, counter-clockwise as the picture is seen.
    angle: float
    scale: float
    #: The confidence, from 0 (no better than chance) to 1 (explains the whole difference).
    peak: float
    #: True if the contrast is inverted.
    inverted: bool


def _of(found: _stockham.Registration) -> Registration:
    return Registration(found.down, found.right, found.angle, found.scale, found.peak, found.inverted)


def _native(given: Registration) -> _stockham.Registration:
    made = _stockham.Registration()
    made.down, made.right, made.angle, made.scale = (number("registrations", each) for each in given[:4])
    return made


class _Request:
    """The options of a registration, with the arrays that they refer to."""

    def __init__(self, normalization: str | None, band: Sequence[float] | None, window: bool, rotation_scale: bool,
                 masks: dict[str, Any], pictures: Any) -> None:
        if normalization is not None and not (isinstance(normalization, str) and normalization in ("phase", "none")):
            raise refused("normalization", f"must be 'phase' or None (got {normalization!r})")
        self.options = options = _stockham.RegistrationOptions()
        options.by_phase = normalization == "phase"
        if band is not None:
            options.low, options.high = pair("band", band)
        options.window = bool(window)
        options.rotation_and_scale = bool(rotation_scale)
        self.kept = []
        for name, mask in masks.items():
            if mask is None:
                continue
            _arrays.beside(name, pictures, mask)
            if _arrays.is_on_device(mask):
                fitted = _arrays.fitted(name, mask, pictures.dtype)
            else:
                fitted = np.ascontiguousarray(np.asarray(mask) != 0, pictures.dtype)
            self.kept.append(fitted)
            setattr(options, name, _arrays.view_of(fitted))


def _checked(found: list[_stockham.Registration], min_peak: float) -> list[Registration]:
    all_found = [_of(each) for each in found]
    min_peak = number("min_peak", min_peak)
    for k, each in enumerate(all_found):
        if each.peak < min_peak:
            raise ValueError(f"picture {k}: no shift explains the difference: the best one, dy {each.dy:.3f} dx {each.dx:.3f}, "
                             f"has peak {each.peak:.3f}, which is below min_peak={min_peak}")
    return all_found


@in_kind
def register(fixed: Any, moving: Any, *, normalization: str | None = "phase", band: Sequence[float] | None = None,
             window: bool = True, rotation_scale: bool = False, fixed_mask: Any = None, moving_mask: Any = None,
             min_peak: float = 0.0, progress: Progress | None = None) -> Any:
    """The shift of pictures against others, to fractions of a pixel; also their rotation and scale.

    Parameters
    ----------
    fixed, moving : array_like or pyopencl.array.Array
        Real pictures of one size. `moving` may be a stack (pictures, height, width), and `fixed` then one picture or as many.
    normalization : {"phase", None}, optional
        Frequencies count by what they can tell, or by their power.
    band : (low, high), optional
        The frequencies to compare, in cycles per pixel. Without high frequencies, noise that stays in place is ignored.
    window : bool, optional
        Apply a Hann window, because edges do not move with the content.
    rotation_scale : bool, optional
        Also find a rotation and a scale, from the spectra in log-polar coordinates.
    fixed_mask, moving_mask : array_like, optional
        Pictures that are 0 where points do not count; such points may be NaN.
    min_peak : float, optional
        Raise ValueError if a confidence is below this.
    progress : callable, optional
        Called with (pictures done, all, 0); returns False to stop.

    Returns
    -------
    Registration or list of Registration
        One for each picture of `moving`.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> picture = np.random.default_rng(0).random((64, 64))
    >>> found = stockham.imaging.register(picture, np.roll(picture, (3, -5), (0, 1)), window=False)
    >>> round(found.dy, 2), round(found.dx, 2), round(found.peak, 2)
    (3.0, -5.0, 1.0)
    """
    _arrays.beside("moving", fixed, moving)
    dtype = _arrays.working_dtype(fixed, moving)
    fixed, moving = _arrays.fitted("fixed", fixed, dtype), _arrays.fitted("moving", moving, dtype)
    request = _Request(normalization, band, window, rotation_scale, {"fixed_mask": fixed_mask, "moving_mask": moving_mask},
                       moving)
    found = _stockham.find_registration(_arrays.engine_of(moving), _arrays.view_of(fixed), _arrays.view_of(moving),
                                        request.options, _stockham.Alignment(), function("progress", progress))
    all_found = _checked(found, min_peak)
    return all_found if len(moving.shape) == 3 else all_found[0]


@in_kind
def drift(stack: Any, reference: str = "first", *, normalization: str | None = "phase", band: Sequence[float] | None = None,
          window: bool = True, rotation_scale: bool = False, mask: Any = None, min_peak: float = 0.0, edges: str | None = None,
          fill: float = 0.0, progress: Progress | None = None) -> Any:
    """The drift of the frames of a stack, and the aligned stack.

    Parameters
    ----------
    stack : array_like or pyopencl.array.Array
        Real, (frames, height, width).
    reference : {"first", "mean", "neighbour"}, optional
        Register against the first frame, the mean of the frames after a first alignment, or the frame before; the steps are
        then summed up.
    normalization, band, window, rotation_scale, min_peak, progress
        As in `register`.
    mask : array_like, optional
        Picture that is 0 where points of the frames do not count.
    edges : {None, "fill", "wrap", "crop"}, optional
        Also return the aligned stack: with the value `fill` where a frame has no data, with what leaves on one side at the
        other one, or cropped to what all frames have.
    fill : float, optional
        See `edges`.

    Returns
    -------
    list of Registration, or (list of Registration, aligned stack)

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> picture = np.random.default_rng(0).random((64, 64))
    >>> stack = np.stack([np.roll(picture, k, 0) for k in range(3)])
    >>> found, aligned = stockham.imaging.drift(stack, edges="crop")
    >>> [round(each.dy, 1) for each in found]
    [0.0, 1.0, 2.0]
    >>> aligned.shape
    (3, 62, 64)
    """
    if reference not in _REFERENCES:
        raise refused("reference", f"must be one of {', '.join(_REFERENCES)} (got {reference!r})")
    dtype = _arrays.working_dtype(stack)
    stack = _arrays.fitted("stack", stack, dtype)
    request = _Request(normalization, band, window, rotation_scale, {"fixed_mask": mask, "moving_mask": mask}, stack)
    how, aligned = _alignment(stack, edges, fill) if edges is not None else (_stockham.Alignment(), None)
    found = _stockham.find_drift(_arrays.engine_of(stack), _arrays.view_of(stack), _REFERENCES[reference], request.options, how,
                                 function("progress", progress))
    all_found = _checked(found, min_peak)
    if edges is None:
        return all_found
    return all_found, _cropped(aligned, found) if edges == "crop" else aligned


def _alignment(pictures: Any, edges: str, fill: float) -> tuple[_stockham.Alignment, Any]:
    if edges not in ("fill", "wrap", "crop"):
        raise refused("edges", f"must be one of fill, wrap, crop (got {edges!r})")
    aligned = _arrays.empty(pictures, pictures.shape, pictures.dtype)
    how = _stockham.Alignment()
    how.output = _arrays.view_of(aligned)
    how.wrap = edges == "wrap"
    how.fill = number("fill", fill)
    return how, aligned


def _cropped(aligned: Any, found: list[_stockham.Registration]) -> Any:
    top, left, height, width = _stockham.common_part(found, *aligned.shape[-2:])
    part = aligned[..., top:top + height, left:left + width]
    return part.copy()


@in_kind
def align(pictures: Any, registrations: Registration | Sequence[Registration], edges: str = "fill", fill: float = 0.0) -> Any:
    """Moves pictures back by their registrations.

    Parameters
    ----------
    pictures : array_like or pyopencl.array.Array
        Real, (height, width) or (pictures, height, width).
    registrations : Registration or sequence of Registration
        One for each picture.
    edges : {"fill", "wrap", "crop"}, optional
        As in `drift`.
    fill : float, optional
        The value of points without data.

    Returns
    -------
    ndarray or pyopencl.array.Array
        The aligned pictures, where `pictures` are.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> picture = np.arange(12.0).reshape(3, 4)
    >>> moved = stockham.imaging.Registration(0, 1, 0, 1, 1, False)
    >>> np.round(stockham.imaging.align(picture, moved, fill=-1))
    array([[ 1.,  2.,  3., -1.],
           [ 5.,  6.,  7., -1.],
           [ 9., 10., 11., -1.]])
    """
    pictures = _arrays.fitted("pictures", pictures, _arrays.working_dtype(pictures))
    given = [registrations] if isinstance(registrations, Registration) else list(registrations)
    native = [_native(each) for each in given]
    how, aligned = _alignment(pictures, edges, fill)
    _stockham.align_pictures(_arrays.engine_of(pictures), _arrays.view_of(pictures), native, how)
    return _cropped(aligned, native) if edges == "crop" else aligned
