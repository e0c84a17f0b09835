"""Types for annotations: which arrays a function takes, and what it returns for them."""

from __future__ import annotations

from typing import Any, Protocol, Sequence, TypeVar, Union

import numpy as np


class OnDevice(Protocol):
    """Arrays of pyopencl."""

    @property
    def base_data(self) -> Any: ...

    @property
    def queue(self) -> Any: ...


#: A pyopencl array gives a pyopencl array.
DeviceArray = TypeVar("DeviceArray", bound=OnDevice)

#: What becomes a numpy array.
Plain = Union["np.ndarray[Any, Any]", Sequence[Any], complex, np.generic]
