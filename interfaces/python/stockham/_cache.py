"""A bounded cache of plans that any number of threads may use."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Callable, Generic, Hashable, TypeVar

Value = TypeVar("Value")


class BoundedCache(Generic[Value]):
    """The values used last, made by one thread each while others go on with theirs.

    Parameters
    ----------
    capacity : int
        Values that are kept; the one unused for longest makes room.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = threading.Lock()
        self._making: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of `key`; the first thread that asks makes it, and those that ask meanwhile wait for that."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
                return value
            one_maker = self._making.setdefault(key, threading.Lock())
        with one_maker:
            with self._lock:
                value = self._values.get(key)
            if value is None:  # else another thread has made it
                try:
                    value = make()
                    self._put(key, value)
                finally:
                    with self._lock:
                        self._making.pop(key, None)
        return value

    def _put(self, key: Hashable, value: Value) -> None:
        with self._lock:
            self._values[key] = value
            dropped = self._shrink()
        del dropped  # released outside of the lock

    def _shrink(self) -> list[Value]:
        return [self._values.popitem(last=False)[1] for _ in range(len(self._values) - self._capacity)]

    def clear(self) -> None:
        """Forgets all values."""
        with self._lock:
            dropped = list(self._values.values())
            self._values.clear()
        del dropped

    def take_all(self) -> list[Value]:
        """Takes all values out."""
        with self._lock:
            taken = list(self._values.values())
            self._values.clear()
        return taken

    @property
    def capacity(self) -> int:
        """Values that are kept at most."""
        return self._capacity

    @capacity.setter
    def capacity(self, most: int) -> None:
        if most < 1:
            raise ValueError(f"capacity must be at least 1, not {most}")
        with self._lock:
            self._capacity = most
            dropped = self._shrink()
        del dropped

    def __len__(self) -> int:
        with self._lock:
            return len(self._values)
