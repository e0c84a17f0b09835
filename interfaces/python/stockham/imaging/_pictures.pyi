from typing import Any, NamedTuple, Sequence

import numpy as np

class PowerDensity(NamedTuple):
    frequency: np.ndarray
    power: np.ndarray
    error: np.ndarray
    count: np.ndarray  # type: ignore[assignment]
    map: np.ndarray

class SpectralPeak(NamedTuple):
    u: float
    v: float
    amplitude: float
    prominence: float

def convolve(image: Any, kernel: Any, *, channel_axis: int | None = None, correlate: bool = False, boundary: str = 'reflect', magnitude: bool = False) -> Any: ...
def correlate(image: Any, kernel: Any, *, channel_axis: int | None = None, boundary: str = 'reflect') -> Any: ...
def filter(image: Any, *, mask: Any = None, channel_axis: int | None = None, low_pass: float | None = None, high_pass: float | None = None, edge: str = 'gaussian', order: int = 2, large: float | None = None, small: float | None = None, notch: Sequence[tuple[float, float]] = (), radius: float = 0.02, stripes: str = 'none', boundary: str = 'reflect') -> Any: ...
def find_peaks(image: Any, *, most: int = 100, prominence: float = 500.0) -> list[SpectralPeak]: ...
def power_density(images: Any, *, window: str = 'hann', symmetric_window: bool = False, detrend: str = 'constant') -> PowerDensity: ...
def spectrum(image: Any, *, value: str = 'magnitude', window: str = 'none', symmetric_window: bool = False, detrend: str = 'none') -> Any: ...
