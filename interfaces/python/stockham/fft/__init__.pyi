"""Types of the functions: numpy arrays and sequences give numpy arrays, pyopencl arrays give pyopencl arrays. Other arguments have
results that mypy does not check."""

from contextlib import AbstractContextManager
from typing import Any, Protocol, Sequence, overload

from numpy.typing import NDArray

from .._devices import Choice
from .._plans.plan import Plan
from .._typed import DeviceArray, OnDevice, Plain

class _OneAxis(Protocol):
    __name__: str
    @overload
    def __call__(self, x: Plain, n: int | None = ..., axis: int = ..., norm: str | None = ..., overwrite_x: bool = ...,
                 workers: int | None = ..., *, plan: Plan | None = ..., out: NDArray[Any] | None = ...) -> NDArray[Any]: ...
    @overload
    def __call__(self, x: DeviceArray, n: int | None = ..., axis: int = ..., norm: str | None = ..., overwrite_x: bool = ...,
                 workers: int | None = ..., *, plan: Plan | None = ..., out: OnDevice | None = ...) -> DeviceArray: ...
    @overload
    def __call__(self, x: Any, n: int | None = ..., axis: int = ..., norm: str | None = ..., overwrite_x: bool = ...,
                 workers: int | None = ..., *, plan: Plan | None = ..., out: Any = ...) -> Any: ...

class _SomeAxes(Protocol):
    __name__: str
    @overload
    def __call__(self, x: Plain, s: Sequence[int] | int | None = ..., axes: Sequence[int] | int | None = ...,
                 norm: str | None = ..., overwrite_x: bool = ..., workers: int | None = ..., *, plan: Plan | None = ...,
                 out: NDArray[Any] | None = ...) -> NDArray[Any]: ...
    @overload
    def __call__(self, x: DeviceArray, s: Sequence[int] | int | None = ..., axes: Sequence[int] | int | None = ...,
                 norm: str | None = ..., overwrite_x: bool = ..., workers: int | None = ..., *, plan: Plan | None = ...,
                 out: OnDevice | None = ...) -> DeviceArray: ...
    @overload
    def __call__(self, x: Any, s: Sequence[int] | int | None = ..., axes: Sequence[int] | int | None = ...,
                 norm: str | None = ..., overwrite_x: bool = ..., workers: int | None = ..., *, plan: Plan | None = ...,
                 out: Any = ...) -> Any: ...

class _RealOneAxis(Protocol):
    __name__: str
    @overload
    def __call__(self, x: Plain, type: int = ..., n: int | None = ..., axis: int = ..., norm: str | None = ...,
                 overwrite_x: bool = ..., workers: int | None = ..., orthogonalize: bool | None = ..., *,
                 out: NDArray[Any] | None = ...) -> NDArray[Any]: ...
    @overload
    def __call__(self, x: DeviceArray, type: int = ..., n: int | None = ..., axis: int = ..., norm: str | None = ...,
                 overwrite_x: bool = ..., workers: int | None = ..., orthogonalize: bool | None = ..., *,
                 out: OnDevice | None = ...) -> DeviceArray: ...
    @overload
    def __call__(self, x: Any, type: int = ..., n: int | None = ..., axis: int = ..., norm: str | None = ...,
                 overwrite_x: bool = ..., workers: int | None = ..., orthogonalize: bool | None = ..., *,
                 out: Any = ...) -> Any: ...

class _RealSomeAxes(Protocol):
    __name__: str
    @overload
    def __call__(self, x: Plain, type: int = ..., s: Sequence[int] | int | None = ..., axes: Sequence[int] | int | None = ...,
                 norm: str | None = ..., overwrite_x: bool = ..., workers: int | None = ..., *,
                 orthogonalize: bool | None = ..., out: NDArray[Any] | None = ...) -> NDArray[Any]: ...
    @overload
    def __call__(self, x: DeviceArray, type: int = ..., s: Sequence[int] | int | None = ...,
                 axes: Sequence[int] | int | None = ..., norm: str | None = ..., overwrite_x: bool = ...,
                 workers: int | None = ..., *, orthogonalize: bool | None = ..., out: OnDevice | None = ...) -> DeviceArray: ...
    @overload
    def __call__(self, x: Any, type: int = ..., s: Sequence[int] | int | None = ..., axes: Sequence[int] | int | None = ...,
                 norm: str | None = ..., overwrite_x: bool = ..., workers: int | None = ..., *,
                 orthogonalize: bool | None = ..., out: Any = ...) -> Any: ...

class _Shift(Protocol):
    __name__: str
    @overload
    def __call__(self, x: Plain, axes: Sequence[int] | int | None = ...) -> NDArray[Any]: ...
    @overload
    def __call__(self, x: DeviceArray, axes: Sequence[int] | int | None = ...) -> DeviceArray: ...
    @overload
    def __call__(self, x: Any, axes: Sequence[int] | int | None = ...) -> Any: ...

fft: _OneAxis
ifft: _OneAxis
rfft: _OneAxis
irfft: _OneAxis
hfft: _OneAxis
ihfft: _OneAxis
fft2: _SomeAxes
ifft2: _SomeAxes
rfft2: _SomeAxes
irfft2: _SomeAxes
hfft2: _SomeAxes
ihfft2: _SomeAxes
fftn: _SomeAxes
ifftn: _SomeAxes
rfftn: _SomeAxes
irfftn: _SomeAxes
hfftn: _SomeAxes
ihfftn: _SomeAxes
dct: _RealOneAxis
idct: _RealOneAxis
dst: _RealOneAxis
idst: _RealOneAxis
dctn: _RealSomeAxes
idctn: _RealSomeAxes
dstn: _RealSomeAxes
idstn: _RealSomeAxes
fftshift: _Shift
ifftshift: _Shift

def fftfreq(n: int, d: float = ..., **options: Any) -> NDArray[Any]: ...
def rfftfreq(n: int, d: float = ..., **options: Any) -> NDArray[Any]: ...
def next_fast_len(target: int, real: bool = ..., *, device: Choice = ..., dtype: Any = ..., batch: int = ...) -> int: ...
def prev_fast_len(target: int, real: bool = ...) -> int: ...
def set_workers(workers: int) -> AbstractContextManager[None]: ...
def get_workers() -> int: ...

__all__: list[str]
