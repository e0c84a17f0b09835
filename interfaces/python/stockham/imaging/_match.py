"""Template matching."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import _stockham
from .._in_kind import in_kind
from .._options import number, whole
from . import _arrays
from ._boundary import number_of_pad


class Peak(NamedTuple):
    """A place where a template matches."""

    #: The index into the response along each axis.
    position: tuple[int, ...]
    #: The correlation coefficient there.
    response: float


def _prepared(image: Any, template: Any) -> tuple[Any, Any]:
    _arrays.beside("template", image, template)
    dtype = _arrays.working_dtype(image)
    return _arrays.fitted("image", image, dtype), _arrays.fitted("template", template, dtype)


@in_kind
def match_template(image: Any, template: Any, pad_input: bool = False, mode: str = "constant",
                   constant_values: float = 0) -> Any:
    """The correlation coefficient of a template and each part of an image of its size.

    Parameters
    ----------
    image, template : array_like or pyopencl.array.Array
        Real, one to three axes; the template must be no larger than the image.
    pad_input : bool, optional
        False: the response has a value for each place where the template lies within the image, at its first point. True:
        it has the size of the image, and its values belong to the template's middle, m // 2 along each axis.
    mode : {"constant", "edge", "reflect", "symmetric", "wrap"}, optional
        With `pad_input`: the values beyond the edges, by the names of numpy.pad, as in scikit-image. Others of its modes are
        refused.
    constant_values : float, optional
        The value of mode "constant".

    Returns
    -------
    ndarray or pyopencl.array.Array
        The response, -1 to 1, where `image` is; 0 where the image is flat. float32 for float32 images, else float64.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> image = np.zeros((6, 6))
    >>> image[1, 1], image[4, 4] = 1, -1
    >>> response = stockham.imaging.match_template(image, image[:3, :3])
    >>> np.round(response[0], 3) + 0
    array([ 1.   , -0.125,  0.   ,  0.   ])
    """
    image, template = _prepared(image, template)
    views = _arrays.view_of(image), _arrays.view_of(template)
    result = _arrays.empty(image, tuple(_stockham.match_shape(*views, bool(pad_input))), image.dtype)
    _stockham.match(_arrays.engine_of(image), *views, _arrays.view_of(result), bool(pad_input),
                    number_of_pad(mode), number("constant_values", constant_values), 1.0, 1, 1)
    return result


@in_kind
def match(image: Any, template: Any, *, threshold: float = 0.5, distance: int = 1, most: int = 1000,
          pad_input: bool = False, mode: str = "constant", constant_values: float = 0) -> list[Peak]:
    """The places of an image that look like a template, best first.

    Parameters
    ----------
    image, template, pad_input, mode, constant_values
        As in `match_template`.
    threshold : float, optional
        The least correlation coefficient, -1 to 1.
    distance : int, optional
        A peak is the highest among the points that differ by at most this along each axis.
    most : int, optional
        The most peaks to return.

    Returns
    -------
    list of Peak

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> image = np.random.default_rng(0).random((64, 64))
    >>> stockham.imaging.match(image, image[20:30, 40:50])[0].position
    (20, 40)
    """
    image, template = _prepared(image, template)
    views = _arrays.view_of(image), _arrays.view_of(template)
    nothing = _stockham.ArrayView([], image.dtype.char == "d", False, 0)
    found = _stockham.match(_arrays.engine_of(image), *views, nothing, bool(pad_input), number_of_pad(mode),
                            number("constant_values", constant_values), number("threshold", threshold),
                            whole("distance", distance), whole("most", most))
    return [Peak(tuple(position), response) for position, response in found]
