"""Deconvolution."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from .. import _stockham
from .._errors import refused
from .._in_kind import in_kind
from .._options import function, number, whole
from . import _arrays
from ._boundary import number_of

Progress = Callable[[int, int, float], Any]


@in_kind
def deconvolve(image: Any, psf: Any, method: str = "richardson_lucy", *, iterations: int = 30, accelerate: bool = False,
               total_variation: float = 0.0, tolerance: float = 0.0, noise: float | None = None, balance: float | None = None,
               boundary: str | None = None, normalise_psf: bool = True, start: float | None = None,
               negative: bool = False, least_estimate: float = 0.0, memory: int = 0, overlap: Sequence[int] | None = None,
               progress: Progress | None = None, full_output: bool = False) -> Any:
    """Removes a known blur from a picture or a volume.

    Parameters
    ----------
    image : array_like or pyopencl.array.Array
        One to three axes, real.
    psf : array_like or pyopencl.array.Array
        The blur of one point, with as many axes and at most the points of the image. Its origin is at n // 2 along each.
    method : {"richardson_lucy", "wiener"}, optional
        Iterations for non-negative pictures with Poisson noise, or one linear filter
        conj(H) / (|H|^2 + balance |L|^2), where L is the Laplacian.
    iterations : int, optional
        Richardson-Lucy: at most this many.
    accelerate : bool, optional
        Richardson-Lucy: predict each estimate along the last steps (Biggs and Andrews 1997).
    total_variation : float, optional
        Richardson-Lucy: weight of the total variation, 0 to 0.1 (Dey et al. 2006). It keeps noise from growing into grain.
    tolerance : float, optional
        Richardson-Lucy: stop when an iteration changes the estimate by no more than this, relative to it.
    noise : float, optional
        Standard deviation of the noise, above 0. Wiener chooses the balance for it; Richardson-Lucy stops when the blurred
        estimate differs from the image by no more than this.
    balance : float, optional
        Wiener: weight of smoothness, above 0. By default it is estimated, by generalised cross validation without `noise`.
    boundary : {"constant", "nearest", "reflect", "mirror", "wrap"}, optional
        The values beyond the edges. By default Richardson-Lucy estimates them, which causes no ringing, and Wiener takes
        "reflect".
    normalise_psf : bool, optional
        Divide `psf` by its sum.
    start : float, optional
        Richardson-Lucy: the constant first estimate; by default the mean of the image.
    negative : bool, optional
        Richardson-Lucy: keep the negative numbers of the image, like scikit-image, although they make the iterations
        unstable. By default they count as 0.
    least_estimate : float, optional
        Richardson-Lucy: where the blurred estimate is below this, its ratio to the image counts as 0.
    memory : int, optional
        Bytes of device memory to use. Images that need more are computed in tiles.
    overlap : sequence of ints, optional
        Points by which tiles overlap on each side; by default the extent of `psf`.
    progress : callable, optional
        Called as ``progress(done, total, change)`` after each iteration. If it returns False, the work ends with
        CancelledError.
    full_output : bool, optional
        Also return a dictionary with iterations, balance, change, tiles and overlap.

    Returns
    -------
    ndarray or pyopencl.array.Array
        The estimate, where `image` is; float32 for float32 images, else float64.

    Raises
    ------
    ArgumentError
        For arguments out of range, NaN, or a `psf` whose sum is not above 0.
    TooLittleMemoryError
        If the smallest tile does not fit.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> image = np.zeros((32, 32), np.float32)
    >>> image[8:24, 8:24] = 1
    >>> psf = np.ones((3, 3), np.float32)
    >>> blurred = stockham.signal.fftconvolve(image, psf / 9, mode="same")
    >>> sharp = stockham.imaging.deconvolve(blurred, psf, iterations=50)
    >>> bool(np.abs(sharp - image).max() < np.abs(blurred - image).max() / 2)
    True
    """
    if method not in ("richardson_lucy", "wiener"):
        raise refused("method", f"must be 'richardson_lucy' or 'wiener' (got {method!r})")
    _arrays.beside("psf", image, psf)
    dtype = _arrays.working_dtype(image)
    image, psf = _arrays.fitted("image", image, dtype), _arrays.fitted("psf", psf, dtype)
    options = _stockham.DeconvolutionOptions()
    options.wiener = method == "wiener"
    options.beyond = None if boundary is None else number_of(boundary)
    options.iterations = whole("iterations", iterations)
    options.accelerate, options.normalise_psf, options.negative = bool(accelerate), bool(normalise_psf), bool(negative)
    options.total_variation, options.tolerance = number("total_variation", total_variation), number("tolerance", tolerance)
    options.least_estimate = number("least_estimate", least_estimate)
    for name, value in {"noise": noise, "balance": balance, "start": start}.items():
        setattr(options, name, None if value is None else number(name, value))
    options.memory = whole("memory", memory)
    if overlap is not None:
        options.overlap = [whole("overlap", n) for n in overlap]
    result = _arrays.empty(image, image.shape, dtype)
    report = _stockham.deconvolve(_arrays.engine_of(image), _arrays.view_of(image), _arrays.view_of(psf),
                                  _arrays.view_of(result), options, function("progress", progress))
    return (result, report) if full_output else result
