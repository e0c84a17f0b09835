"""Short-time Fourier transforms, and transforms of a part of the frequencies."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np

from .. import _stockham
from .._errors import refused
from .._in_kind import in_kind
from .._options import complex_number, number, pair, whole
from . import _arrays


class ShortTimeFFT:
    """A short-time Fourier transform and its inverse, with the conventions of scipy.signal.ShortTimeFFT in the mode
    "onesided". Slice p multiplies the samples around sample p * hop by the window.

    Parameters
    ----------
    win : array_like
        The window, real.
    hop : int
        Samples from one slice to the next.
    fs : float, optional
        Samples per second.
    mfft : int, optional
        Points of each transform, at least those of the window (the default).
    scale_to : {None, "magnitude", "psd"}, optional
        Divide by the window's sum, so that a sine of amplitude 1 has magnitude 1/2; or by the root of fs times the sum of its
        squares, so that squared magnitudes are a power spectral density.
    phase_shift : int or None, optional
        Phases refer to the sample p * hop + phase_shift; None: to the window's first sample.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> transform = stockham.imaging.ShortTimeFFT(np.hanning(16), 4, fs=100)
    >>> x = np.random.default_rng(0).random(50)
    >>> slices = transform.stft(x)
    >>> slices.shape
    (9, 16)
    >>> bool(np.allclose(transform.istft(slices, 50), x))
    True
    """

    def __init__(self, win: Any, hop: int, fs: float = 1.0, *, mfft: int | None = None, scale_to: str | None = None,
                 phase_shift: int | None = 0) -> None:
        self.win = np.asarray(win, np.float64)
        if self.win.ndim != 1:
            raise refused("win", "must have one axis")
        self.hop, self.fs = whole("hop", hop, 1, 1 << 40), number("fs", fs)
        if not (self.fs > 0 and np.isfinite(self.fs)):
            raise refused("fs", f"must be above 0 (got {fs})")
        self.mfft = len(self.win) if mfft is None else whole("mfft", mfft)
        if self.mfft < len(self.win):
            raise refused("mfft", f"must be at least the window's {len(self.win)} points (got {mfft})")
        if scale_to not in (None, "magnitude", "psd"):
            raise refused("scale_to", f"must be None, 'magnitude' or 'psd' (got {scale_to!r})")
        scale = 1.0
        if scale_to is not None:
            sum_of = self.win.sum() if scale_to == "magnitude" else np.sqrt(self.fs * np.sum(self.win**2))
            if sum_of == 0:
                raise refused("scale_to", "the window's sum is 0")
            scale = 1 / abs(sum_of)
        shift = None if phase_shift is None else whole("phase_shift", phase_shift, -1 << 62)
        self._native = _stockham.StftDescription(self.win.tolist(), self.hop, self.mfft, shift, float(scale))

    def slices(self, n: int) -> tuple[int, int]:
        """The first slice that touches a signal of n samples, and the one after the last."""
        first, end = self._native.slices(whole("n", n))
        return first, end

    def t(self, n: int) -> np.ndarray:
        """The times of the slices of n samples, in seconds."""
        return np.arange(*self.slices(n)) * (self.hop / self.fs)

    @property
    def f(self) -> np.ndarray:
        """The frequencies of the bins."""
        return np.fft.rfftfreq(self.mfft, 1 / self.fs)

    @in_kind
    def stft(self, x: Any) -> Any:
        """The slices' spectra: (frequencies, slices), or (signals, frequencies, slices) for several signals."""
        x = _arrays.fitted("x", x, _arrays.working_dtype(x))
        first, end = self.slices(x.shape[-1] if x.ndim else 0)
        shape = (*x.shape[:-1], self._native.bins, end - first)
        out = _arrays.empty(x, shape, np.result_type(x.dtype, np.complex64))
        _stockham.stft(_arrays.engine_of(x), _arrays.view_of(x), self._native, _arrays.view_of(out))
        return out

    @in_kind
    def spectrogram(self, x: Any) -> Any:
        """The squared magnitudes of `stft`."""
        slices = self.stft(x)
        return (slices * slices.conj()).real

    @in_kind
    def istft(self, S: Any, n: int) -> Any:
        """Inverts `stft`: the signal of n samples."""
        S = _arrays.fitted("S", S, np.result_type(_arrays.working_dtype(S), np.complex64))
        x = _arrays.empty(S, (*S.shape[:-2], whole("n", n)), np.dtype("f" if S.dtype.char == "F" else "d"))
        _stockham.inverse_stft(_arrays.engine_of(S), _arrays.view_of(S), self._native, _arrays.view_of(x))
        return x


def _of_lines(x: Any, axis: int, m: int | None, compute: Callable[..., None]) -> Any:
    """The results of ``compute(engine, lines, output, points)``, which transforms all lines of `x` along an axis to `m` points."""
    rank = len(x.shape) if hasattr(x, "shape") else np.ndim(x)
    if rank == 0:
        raise refused("x", "must have at least one axis")
    axis = whole("axis", axis, -rank, rank - 1) % rank - rank
    if axis != -1:
        if _arrays.is_on_device(x):
            raise refused("axis", "pyopencl arrays are transformed along their last axis")
        x = np.moveaxis(np.asarray(x), axis, -1)
    x = _arrays.fitted("x", x, _arrays.working_dtype(x))
    if x.shape[-1] == 0:
        raise refused("x", "must have at least one point along the axis")
    lines = x.reshape(-1, x.shape[-1])
    points = x.shape[-1] if m is None else whole("m", m, 1)
    out = _arrays.empty(lines, (lines.shape[0], points), np.result_type(lines.dtype, np.complex64))
    compute(_arrays.engine_of(lines), _arrays.view_of(lines), _arrays.view_of(out), points)
    result = out.reshape(*x.shape[:-1], points)
    return result if axis == -1 else np.moveaxis(result, -1, axis)


@in_kind
def czt(x: Any, m: int | None = None, w: complex | None = None, a: complex = 1 + 0j, *, axis: int = -1) -> Any:
    """The chirp z-transform, as scipy.signal.czt: the z-transform at the points a * w**-k.

    Parameters
    ----------
    x : array_like or pyopencl.array.Array
        Real or complex.
    m : int, optional
        The number of points; that of `x` by default.
    w : complex, optional
        The ratio of neighbouring points; exp(-2j pi / m) by default.
    a : complex, optional
        The first point.
    axis : int, optional
        The axis to transform.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, where `x` is.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> x = np.arange(5.0)
    >>> bool(np.allclose(stockham.imaging.czt(x), np.fft.fft(x)))
    True
    """
    a, w = complex_number("a", a), None if w is None else complex_number("w", w)

    def compute(engine: Any, lines: Any, out: Any, points: int) -> None:
        if w is None and abs(abs(a) - 1) < 1e-15:
            # The exact angle: w as a complex number would lose digits in its powers.
            turn = np.angle(a) / (2 * np.pi)
            _stockham.zoom(engine, lines, turn, turn + 1, False, out)
        else:
            _stockham.chirp_z(engine, lines, np.exp(-2j * np.pi / points) if w is None else w, a, out)

    return _of_lines(x, axis, m, compute)


@in_kind
def zoom_fft(x: Any, fn: float | Sequence[float], m: int | None = None, *, fs: float = 2, endpoint: bool = False,
             axis: int = -1) -> Any:
    """The spectrum between two frequencies, as scipy.signal.zoom_fft.

    Parameters
    ----------
    x : array_like or pyopencl.array.Array
        Real or complex.
    fn : float or (low, high)
        The frequencies; one number f means (0, f).
    m : int, optional
        The number of frequencies; that of the points of `x` by default.
    fs : float, optional
        The sampling frequency.
    endpoint : bool, optional
        Whether the last frequency is `high`; by default it is one step below.
    axis : int, optional
        The axis to transform.

    Returns
    -------
    ndarray or pyopencl.array.Array
        Complex, where `x` is.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> x = np.cos(2 * np.pi * 0.1234 * np.arange(200))
    >>> spectrum = stockham.imaging.zoom_fft(x, [0.12, 0.13], 101, fs=1, endpoint=True)
    >>> round(0.12 + 0.0001 * abs(spectrum).argmax(), 4)
    0.1234
    """
    low, high = (0.0, number("fn", fn)) if np.ndim(fn) == 0 else pair("fn", fn)
    fs = number("fs", fs)
    if not fs > 0:
        raise refused("fs", f"must be above 0 (got {fs})")
    return _of_lines(x, axis, m, lambda engine, lines, out, points: _stockham.zoom(
        engine, lines, low / fs, high / fs, bool(endpoint), out))
