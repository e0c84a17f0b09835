"""Short-time Fourier transforms with the interface of scipy.signal.ShortTimeFFT, by one batched transform of all slices."""

from __future__ import annotations

from types import GenericAlias
from typing import Any

import numpy as np

from .._arrays.choice import place_of
from .._arrays.host import HOST
from ._segments import detrended, on_host, overlap_added, segments_of
from ._slice_grid import dual_window_of, sum_of_shifts
from ._slice_spectra import SliceSpectra
from ._windows import window_of

_PADDINGS = {"zeros": {"mode": "constant"}, "edge": {"mode": "edge"}, "even": {"mode": "reflect"},
             "odd": {"mode": "reflect", "reflect_type": "odd"}}


class ShortTimeFFT(SliceSpectra):
    """A short-time Fourier transform and its inverse, with the interface of scipy.signal.ShortTimeFFT. Slice p multiplies the
    samples around sample ``p * hop`` by the window.

    Parameters
    ----------
    win : ndarray
        The window, real or complex.
    hop : int
        Samples from one slice to the next.
    fs : float
        Samples per second.
    fft_mode : {"twosided", "centered", "onesided", "onesided2X"}, optional
        Frequencies in the order of `stockham.fft.fft`, or from negative to positive ones; half of them for real signals, or half
        of them with the power of both halves.
    mfft : int, optional
        Points of each transform, at least those of the window (the default).
    dual_win : ndarray, optional
        The window of the inverse; by default the one of least norm.
    scale_to : {"magnitude", "psd"}, optional
        Scale the window such that magnitudes, or their squares as densities, are those of the signal.
    phase_shift : int or None, optional
        Phases refer to the sample ``p * hop + phase_shift``; None: to the first sample of the slice.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> transform = stockham.signal.ShortTimeFFT.from_window("hann", fs=100, nperseg=16, noverlap=12)
    >>> x = np.random.default_rng(0).random(50)
    >>> slices = transform.stft(x)
    >>> slices.shape
    (9, 16)
    >>> bool(np.allclose(transform.istft(slices, k1=50), x))
    True
    """

    @classmethod
    def __class_getitem__(cls, item: Any) -> GenericAlias:
        """As scipy's class, which annotations may subscribe."""
        return GenericAlias(cls, item)

    @classmethod
    def from_window(cls, win_param: Any, fs: float, nperseg: int, noverlap: int, *, symmetric_win: bool = False,
                    fft_mode: str = "onesided", mfft: int | None = None, scale_to: str | None = None,
                    phase_shift: int | None = 0) -> ShortTimeFFT:
        """The transform with a window by name, as in `stockham.signal.csd`, of `nperseg` points, of which neighbours share
        `noverlap`."""
        return cls(window_of(win_param, nperseg, not symmetric_win), nperseg - noverlap, fs, fft_mode=fft_mode, mfft=mfft,
                   scale_to=scale_to, phase_shift=phase_shift)

    @classmethod
    def from_dual(cls, dual_win: Any, hop: int, fs: float, *, fft_mode: str = "onesided", mfft: int | None = None,
                  scale_to: str | None = None, phase_shift: int | None = 0) -> ShortTimeFFT:
        """The transform whose inverse has this window."""
        dual_win = np.asarray(dual_win)
        return cls(dual_window_of(dual_win, hop), hop, fs, fft_mode=fft_mode, mfft=mfft, dual_win=dual_win, scale_to=scale_to,
                   phase_shift=phase_shift)

    @classmethod
    def from_win_equals_dual(cls, desired_win: Any, hop: int, fs: float, *, fft_mode: str = "onesided", mfft: int | None = None,
                             scale_to: str | None = None, phase_shift: int | None = 0) -> ShortTimeFFT:
        """The transform whose inverse has the same window: `desired_win` divided by the root of the sum of the squares of its
        shifts by `hop`. With ``scale_to="unitary"``, a two-sided transform also preserves sums of squares."""
        win = np.asarray(desired_win)
        if win.dtype.kind in "iub":
            raise ValueError(f"a window of {win.dtype} has no inverse: convert it to floating point")
        if scale_to not in ("magnitude", "psd", "unitary", None):
            raise ValueError(f"scale_to = {scale_to!r} must be 'magnitude', 'psd', 'unitary' or None")
        if not (win.ndim == 1 and win.size and np.all(np.isfinite(win))):
            raise ValueError("desired_win must be finite and have one axis")
        if not isinstance(hop, (int, np.integer)) or not 1 <= hop <= len(win):
            raise ValueError(f"hop = {hop} must be an integer between 1 and {len(win)}")
        norm = np.sqrt(sum_of_shifts(win, hop))
        points = len(win) if mfft is None else mfft
        factor = np.sqrt(points) if scale_to == "unitary" else 1
        made = cls(win / norm / factor, hop, fs, fft_mode=fft_mode, mfft=mfft, dual_win=win / norm * factor,
                   scale_to=None if scale_to == "unitary" else scale_to, phase_shift=phase_shift)
        if scale_to == "unitary":
            made._scaling = scale_to
        return made

    def stft(self, x: Any, p0: int | None = None, p1: int | None = None, *, k_offset: int = 0, padding: str = "zeros",
             axis: int = -1) -> Any:
        """The spectra of the slices `p0` to ``p1 - 1`` of signals; by default of all slices that touch them.

        Parameters
        ----------
        x : array_like or pyopencl.array.Array
            The signals. Those on a device are real, along the last axis, `fft_mode` is "onesided", and the other arguments have
            their defaults.
        p0, p1 : int, optional
            The slices.
        k_offset : int, optional
            Samples by which all slices are moved.
        padding : {"zeros", "edge", "even", "odd"}, optional
            What continues the signals beyond their ends.
        axis : int, optional
            The axis of the samples.

        Returns
        -------
        ndarray or pyopencl.array.Array
            Frequencies along `axis`, slices along the last axis.
        """
        if place_of(x) is HOST:
            return self.stft_detrend(x, None, p0, p1, k_offset=k_offset, padding=padding, axis=axis)
        if (p0, p1, k_offset, padding, axis, self.fft_mode) != (None, None, 0, "zeros", -1, "onesided"):
            raise TypeError("signals on a device need fft_mode 'onesided' and the default arguments; pass x.get()")
        from ..imaging import ShortTimeFFT as OnDevice

        return OnDevice(self.win, self.hop, self.fs, mfft=self.mfft, phase_shift=self.phase_shift).stft(x)

    def stft_detrend(self, x: Any, detr: Any, p0: int | None = None, p1: int | None = None, *, k_offset: int = 0,
                     padding: str = "zeros", axis: int = -1) -> np.ndarray:
        """As `stft`, for slices without a trend: `detr` is "constant", "linear" or a function of all slices along their last axis."""
        x = on_host("ShortTimeFFT", x)
        if self.onesided_fft and np.iscomplexobj(x):
            raise ValueError(f"fft_mode = {self.fft_mode!r} needs real signals; use 'twosided' or 'centered'")
        if padding not in _PADDINGS:
            raise ValueError(f"padding = {padding!r} is not one of {list(_PADDINGS)}")
        x = np.moveaxis(x, axis, -1)
        p0, p1 = self.p_range(x.shape[-1], p0, p1)
        spectra = self._spectra(detrended(self._slices(x, p0, p1, k_offset, padding), detr))
        result = np.moveaxis(spectra, -2, -1).astype(np.complex128, copy=False)
        return np.moveaxis(result, -2, axis if axis >= 0 else axis - 1)

    def spectrogram(self, x: Any, y: Any = None, detr: Any = None, *, p0: int | None = None, p1: int | None = None, k_offset: int = 0,
                    padding: str = "zeros", axis: int = -1) -> np.ndarray:
        """The squared magnitudes of the slices of `x`, or their products with the conjugates of those of `y`; see `stft_detrend`."""
        first = self.stft_detrend(x, detr, p0, p1, k_offset=k_offset, padding=padding, axis=axis)
        if y is None or y is x:
            return np.asarray(first.real**2 + first.imag**2)
        second = self.stft_detrend(y, detr, p0, p1, k_offset=k_offset, padding=padding, axis=axis)
        return np.asarray(first * second.conj())

    def istft(self, S: Any, k0: int = 0, k1: int | None = None, *, f_axis: int = -2, t_axis: int = -1) -> np.ndarray:
        """Inverts `stft`: the samples `k0` to ``k1 - 1`` of the signals; by default to the last one that a slice touches.

        Parameters
        ----------
        S : array_like
            All slices of the signals.
        k0, k1 : int, optional
            The samples.
        f_axis, t_axis : int, optional
            The axes of frequencies and slices.

        Returns
        -------
        ndarray
            Real for half spectra, else complex.
        """
        S = on_host("ShortTimeFFT", S)
        f_axis, t_axis = f_axis % S.ndim, t_axis % S.ndim
        if f_axis == t_axis:
            raise ValueError("f_axis and t_axis must differ")
        if S.shape[f_axis] != self.f_pts:
            raise ValueError(f"the slices have {S.shape[f_axis]} frequencies, not {self.f_pts}")
        least = self.m_num - self.m_num_mid
        if S.shape[t_axis] < self.p_num(least):
            raise ValueError(f"the shortest signal has {self.p_num(least)} slices, not {S.shape[t_axis]}")
        end = S.shape[t_axis] + self.p_min
        k_max = (end - 1) * self.hop + least
        k1 = k_max if k1 is None else k1
        if not self.k_min <= k0 < k1 <= k_max:
            raise ValueError(f"k0 = {k0} and k1 = {k1} must be between {self.k_min} and {k_max}, the first below the second")
        if k1 - k0 < least:
            raise ValueError(f"at least {least} samples are inverted, half of the window (got {k1 - k0})")
        # The slices that touch samples k0 to k1.
        first = max((k0 + self.m_num_mid - self.m_num) // self.hop + 1, self.p_min)
        end = min(-(-(k1 + self.m_num_mid) // self.hop), end)
        S = np.moveaxis(S, (t_axis, f_axis), (-2, -1))[..., first - self.p_min:end - self.p_min, :]
        x = overlap_added(self._segments(S) * self.dual_win, self.hop)
        start = first * self.hop - self.m_num_mid
        x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(max(start - k0, 0), max(k1 - start - x.shape[-1], 0))])
        x = x[..., max(k0 - start, 0):][..., :k1 - k0]
        return np.moveaxis(x, -1, f_axis if f_axis < x.ndim else t_axis) if x.ndim > 1 else x

    def _slices(self, x: np.ndarray, p0: int, p1: int, k_offset: int, padding: str) -> np.ndarray:
        """A view of the slices: (.., slices, points)."""
        n, begin = x.shape[-1], p0 * self.hop - self.m_num_mid + k_offset
        end = begin + (p1 - p0) * self.hop + self.m_num  # a hop more than needed: paddings depend on the part that is padded
        around = [(0, 0)] * (x.ndim - 1) + [(max(-begin, 0), max(end - n, 0))]
        inside = np.pad(x[..., max(begin, 0):min(end, n)], around, **_PADDINGS[padding])  # type: ignore[call-overload]
        return segments_of(inside, self.m_num, self.hop)[..., :p1 - p0, :]
