"""A bounded, thread-safe cache."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Callable, Generic, Hashable, TypeVar

Value = TypeVar("Value")


class BoundedCache(Generic[Value]):
    """A cache of the most recently used values. Threads can make different values at once.

    Parameters
    ----------
    capacity : int
        Maximal number of values. The least recently used value is dropped first.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = threading.Lock()
        self._making: dict[Hashable, threading.Lock] = {}

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of `key`. If it is missing, one thread makes it while other threads that need it wait."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
                return value
            one_maker = self._making.setdefault(key, threading.Lock())
        with one_maker:
            with self._lock:
                value = self._values.get(key)
            if value is None:  # no other thread has made it meanwhile
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
        del dropped  # destroys the values without holding the lock

    def _shrink(self) -> list[Value]:
        return [self._values.popitem(last=False)[1] for _ in range(len(self._values) - self._capacity)]

    def clear(self) -> None:
        """Drops all values."""
        self.take_all()

    def take_all(self) -> list[Value]:
        """Removes and returns all values."""
        with self._lock:
            taken = list(self._values.values())
            self._values.clear()
        return taken

    @property
    def capacity(self) -> int:
        """Maximal number of values."""
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
