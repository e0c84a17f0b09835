"""The spectra of a short-time transform's slices: frequencies, scales and phases, and one transform of all slices."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import fft
from ._slice_grid import SliceGrid

_MODES = ("twosided", "centered", "onesided", "onesided2X")


class SliceSpectra(SliceGrid):
    """A moving window and the transforms of its slices, with the parameters of `ShortTimeFFT`."""

    def __init__(self, win: Any, hop: int, fs: float, *, fft_mode: str = "onesided", mfft: int | None = None, dual_win: Any = None,
                 scale_to: str | None = None, phase_shift: int | None = 0) -> None:
        super().__init__(win, hop, fs, dual_win)
        self.mfft = self.m_num if mfft is None else mfft
        self._scaling: str | None = None
        if scale_to is not None:
            self.scale_to(scale_to)
        self.fft_mode = fft_mode
        self.phase_shift = phase_shift

    @property
    def mfft(self) -> int:
        """Points of each transform."""
        return self._mfft

    @mfft.setter
    def mfft(self, n: int) -> None:
        if not n >= self.m_num:
            raise ValueError(f"mfft = {n} must be at least the window's {self.m_num} points")
        self._mfft = n

    @property
    def fft_mode(self) -> str:
        """The frequencies of a spectrum and their order, by scipy's names."""
        return self._fft_mode

    @fft_mode.setter
    def fft_mode(self, mode: str) -> None:
        if mode not in _MODES:
            raise ValueError(f"fft_mode = {mode!r} is not one of {_MODES}")
        if mode.startswith("onesided") and np.iscomplexobj(self.win):
            raise ValueError(f"fft_mode = {mode!r} needs a real window")
        if mode == "onesided2X" and self.scaling is None:
            raise ValueError(f"fft_mode = {mode!r} needs scale_to('psd') or scale_to('magnitude')")
        self._fft_mode = mode

    @property
    def phase_shift(self) -> int | None:
        """The sample that phases refer to, counted from the middle of the slice; None: its first sample."""
        return self._phase_shift

    @phase_shift.setter
    def phase_shift(self, shift: int | None) -> None:
        if shift is not None and not isinstance(shift, (int, np.integer)):
            raise ValueError(f"phase_shift = {shift} must be an integer or None")
        if shift is not None and not -self.mfft < shift < self.mfft:
            raise ValueError(f"phase_shift = {shift} must be between -mfft and mfft = {self.mfft}")
        self._phase_shift = shift

    @property
    def scaling(self) -> str | None:
        """The scale of the window: "magnitude", "psd" or None."""
        return self._scaling

    def scale_to(self, scaling: str) -> None:
        """Scales the window to "magnitude" or "psd"."""
        if scaling not in ("magnitude", "psd"):
            raise ValueError(f"scaling = {scaling!r} is neither 'magnitude' nor 'psd'")
        if scaling != self._scaling:
            self._scale_window(self.fac_psd if scaling == "psd" else self.fac_magnitude)
            self._scaling = scaling

    @property
    def fac_magnitude(self) -> float:
        """The factor of the window for which magnitudes are those of the signal."""
        return 1.0 if self.scaling == "magnitude" else float(1 / abs(np.sum(self.win)))

    @property
    def fac_psd(self) -> float:
        """The factor of the window for which squared magnitudes are a power spectral density."""
        return 1.0 if self.scaling == "psd" else float(1 / np.sqrt(np.sum(abs(self.win) ** 2) / self.T))

    @property
    def onesided_fft(self) -> bool:
        """True if spectra have half of the frequencies."""
        return self.fft_mode.startswith("onesided")

    @property
    def f_pts(self) -> int:
        """The number of frequencies."""
        return self.mfft // 2 + 1 if self.onesided_fft else self.mfft

    @property
    def delta_f(self) -> float:
        """The distance of frequencies."""
        return 1 / (self.mfft * self.T)

    @property
    def f(self) -> np.ndarray:
        """The frequencies."""
        if self.onesided_fft:
            return np.asarray(fft.rfftfreq(self.mfft, self.T))
        both = np.asarray(fft.fftfreq(self.mfft, self.T))
        return np.fft.fftshift(both) if self.fft_mode == "centered" else both

    def extent(self, n: int, axes_seq: str = "tf", center_bins: bool = False) -> tuple[float, float, float, float]:
        """The limits of times and frequencies of `n` samples, for matplotlib's imshow."""
        if axes_seq not in ("tf", "ft"):
            raise ValueError(f"axes_seq = {axes_seq!r} is neither 'tf' nor 'ft'")
        if self.fft_mode == "twosided":
            raise ValueError("fft_mode must not be 'twosided', whose frequencies are not in order")
        first = 0 if self.onesided_fft else -(self.mfft // 2)
        half = 0.5 if center_bins else 0.0
        times = self.delta_t * (self.p_min - half), self.delta_t * (self.p_max(n) - half)
        frequencies = self.delta_f * (first - half), self.delta_f * (first + self.f_pts - half)
        return (*times, *frequencies) if axes_seq == "tf" else (*frequencies, *times)

    def _turn(self) -> int | None:
        """How many samples of a slice are moved to the end of a transform, so that phases refer to another sample."""
        return None if self.phase_shift is None else (self.phase_shift + self.m_num_mid) % self.m_num

    def _spectra(self, slices: np.ndarray) -> np.ndarray:
        """The spectra of slices, by one transform."""
        window, turn = self.win.conj(), self._turn()
        if turn:
            weighted = np.zeros((*slices.shape[:-1], self.mfft), np.result_type(slices, window))
            np.multiply(slices[..., turn:], window[turn:], out=weighted[..., :self.m_num - turn])
            np.multiply(slices[..., :turn], window[:turn], out=weighted[..., self.mfft - turn:])
        else:
            weighted = slices * window
        spectra = np.asarray((fft.rfft if self.onesided_fft else fft.fft)(weighted, self.mfft))
        if self.fft_mode == "onesided2X":
            spectra[..., self._paired()] *= self._pair_factor()
        return np.fft.fftshift(spectra, axes=-1) if self.fft_mode == "centered" else spectra

    def _segments(self, spectra: np.ndarray) -> np.ndarray:
        """The inverse of `_spectra`, without the window."""
        if self.fft_mode == "centered":
            spectra = np.fft.ifftshift(spectra, axes=-1)
        elif self.fft_mode == "onesided2X":
            spectra = spectra.copy()
            spectra[..., self._paired()] /= self._pair_factor()
        x = np.asarray((fft.irfft if self.onesided_fft else fft.ifft)(spectra, self.mfft))
        turn = self._turn()
        if turn:
            return np.concatenate([x[..., self.mfft - turn:], x[..., :self.m_num - turn]], axis=-1)
        return x[..., :self.m_num]

    def _paired(self) -> slice:
        """The frequencies of half a spectrum that stand for two."""
        return slice(1, -1 if self.mfft % 2 == 0 else None)

    def _pair_factor(self) -> float:
        return float(np.sqrt(2)) if self.scaling == "psd" else 2.0
