"""The slices of a short-time transform: which of them touch a signal, their times, and the windows of transform and inverse."""

from __future__ import annotations

from typing import Any

import numpy as np


def dual_window_of(win: np.ndarray, hop: int) -> np.ndarray:
    """The window of the inverse with the least norm: the window divided by the sum of the squares of its shifts by `hop`."""
    if hop > len(win):
        raise ValueError(f"hop = {hop} is larger than the window's {len(win)} points: the transform is not invertible")
    if win.dtype.kind in "iub":
        raise ValueError(f"a window of {win.dtype} has no inverse: convert it to floating point")
    return np.asarray(win / sum_of_shifts(win, hop))


def sum_of_shifts(win: np.ndarray, hop: int) -> np.ndarray:
    """The sum of the squares of the window's shifts by `hop`, at its points. Raises ValueError if it is 0 somewhere."""
    squares = np.zeros(-(-len(win) // hop) * hop, win.real.dtype)
    squares[:len(win)] = abs(win) ** 2
    total = np.resize(squares.reshape(-1, hop).sum(axis=0), len(win))
    if not np.all(total >= np.finfo(win.dtype).resolution * total.max()):
        raise ValueError("the transform is not invertible: no slice has a weight at some samples")
    return total


class SliceGrid:
    """A window that moves by `hop` samples. Slice p has its middle at sample ``p * hop``."""

    def __init__(self, win: Any, hop: int, fs: float, dual_win: Any) -> None:
        self._win, self._dual = np.asarray(win), None if dual_win is None else np.asarray(dual_win)
        if self.win.ndim != 1 or not self.win.size:
            raise ValueError(f"win must have one axis, not shape {self.win.shape}")
        if not np.all(np.isfinite(self.win)):
            raise ValueError("win must be finite")
        if not isinstance(hop, (int, np.integer)) or hop < 1:
            raise ValueError(f"hop = {hop} must be an integer of at least 1")
        if self._dual is not None and (self._dual.shape != self.win.shape or not np.all(np.isfinite(self._dual))):
            raise ValueError("dual_win must be finite and have the shape of win")
        self._hop = int(hop)
        self.fs = fs

    @property
    def win(self) -> np.ndarray:
        """The window."""
        return self._win

    @property
    def dual_win(self) -> np.ndarray:
        """The window of the inverse. Raises ValueError if there is none."""
        if self._dual is None:
            self._dual = dual_window_of(self.win, self.hop)
        return self._dual

    @property
    def invertible(self) -> bool:
        """Whether `istft` inverts `stft`."""
        try:
            return len(self.dual_win) > 0
        except ValueError:
            return False

    def _scale_window(self, factor: float) -> None:
        self._win = self._win * factor
        if self._dual is not None:
            self._dual = self._dual / factor

    @property
    def hop(self) -> int:
        """Samples from one slice to the next."""
        return self._hop

    @property
    def fs(self) -> float:
        """Samples per second."""
        return self._fs

    @fs.setter
    def fs(self, value: float) -> None:
        if not value > 0:
            raise ValueError(f"fs = {value} must be positive")
        self._fs = value

    @property
    def T(self) -> float:
        """Seconds from one sample to the next."""
        return 1 / self._fs

    @T.setter
    def T(self, value: float) -> None:
        if not value > 0:
            raise ValueError(f"T = {value} must be positive")
        self._fs = 1 / value

    @property
    def delta_t(self) -> float:
        """Seconds from one slice to the next."""
        return self.T * self.hop

    @property
    def m_num(self) -> int:
        """Points of the window."""
        return len(self.win)

    @property
    def m_num_mid(self) -> int:
        """The middle of the window."""
        return self.m_num // 2

    def _first_weight(self) -> int:
        """The first point of the window that is not 0; the number of points if all are."""
        weights = np.flatnonzero(self.win)
        return int(weights[0]) if weights.size else self.m_num

    @property
    def p_min(self) -> int:
        """The first slice that touches sample 0 or later ones, also with weights of 0."""
        weights = np.flatnonzero(self.win)
        zeros = self.m_num - 1 - int(weights[-1]) if weights.size else self.m_num
        if self.m_num_mid + self.hop < zeros:
            return 0
        return -max(-(-(self.m_num - self.m_num_mid) // self.hop) - 1, 0)

    @property
    def k_min(self) -> int:
        """The first sample of that slice."""
        return self.p_min * self.hop - self.m_num_mid

    def _check_length(self, n: int) -> None:
        least = self.m_num - self.m_num_mid
        if not n >= least:
            raise ValueError(f"a signal has at least {least} samples, half of the window (got {n})")

    def p_max(self, n: int) -> int:
        """The slice after the last one that touches a signal of `n` samples."""
        self._check_length(n)
        # The next slice begins with weight at or after n.
        return max(-(-(n - self._first_weight() + self.m_num_mid) // self.hop), n // self.hop + 1)

    def k_max(self, n: int) -> int:
        """The sample after the last one that slices of `n` samples touch."""
        return (self.p_max(n) - 1) * self.hop - self.m_num_mid + self.m_num

    def p_num(self, n: int) -> int:
        """The number of slices of `n` samples."""
        return self.p_max(n) - self.p_min

    def p_range(self, n: int, p0: int | None = None, p1: int | None = None) -> tuple[int, int]:
        """The first slice and the one after the last; by default of all slices that touch `n` samples."""
        least, end = self.p_min, self.p_max(n)
        p0, p1 = least if p0 is None else p0, end if p1 is None else p1
        if not least <= p0 < p1 <= end:
            raise ValueError(f"p0 = {p0} and p1 = {p1} must be between {least} and {end}, the first below the second")
        return p0, p1

    def t(self, n: int, p0: int | None = None, p1: int | None = None, k_offset: int = 0) -> np.ndarray:
        """The times of slices of `n` samples."""
        if not isinstance(n, (int, np.integer)) or n <= 0:
            raise ValueError(f"n = {n} must be a positive integer")
        return np.arange(*self.p_range(n, p0, p1)) * self.delta_t + k_offset * self.T

    def nearest_k_p(self, k: int, left: bool = True) -> int:
        """The sample nearest to sample `k` that is the middle of a slice, to its left or right."""
        return (k // self.hop if left else -(-k // self.hop)) * self.hop

    @property
    def lower_border_end(self) -> tuple[int, int]:
        """The first sample and the first slice that no slice beyond the beginning affects."""
        begin = -self.m_num_mid + self._first_weight()
        count = max(-(-(-begin - self.hop) // self.hop), 0)
        if begin + count * self.hop > self.hop:
            return 0, max(self.p_min, 0)
        return begin + count * self.hop + self.m_num, count + 1

    def upper_border_begin(self, n: int) -> tuple[int, int]:
        """The first sample and the first slice that slices beyond the end of `n` samples affect."""
        self._check_length(n)
        for p in range(n // self.hop + 1, max((n - self.m_num) // self.hop - 1, -1), -1):
            end = p * self.hop + self.m_num - self.m_num_mid
            if end <= n or not np.any(self.win[n - end:]):
                return (p + 1) * self.hop - self.m_num_mid, p + 1
        return -self.m_num_mid, 0
