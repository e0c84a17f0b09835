"""Wisdom: the fastest plans found by measuring."""

from __future__ import annotations

import os
from typing import Any

from .. import _stockham


class Wisdom:
    """A set of entries: problem, device, plan string, time. Copies and pickles keep the entries.

    Parameters
    ----------
    path : str or path-like, optional
        A file to read; without it the set is empty.

    Examples
    --------
    >>> import stockham
    >>> stockham.Wisdom().entries()
    []
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.native = _stockham.Wisdom()
        if path is not None:
            self.merge_file(path)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _wisdom_of, (self.text(),)

    def entries(self) -> list[dict[str, object]]:
        """All entries, as dictionaries."""
        return self.native.entries()

    def text(self) -> str:
        """All entries as JSON."""
        return self.native.text()

    def merge_text(self, json: str) -> None:
        """Adds the entries of a JSON text. Of two entries for one problem and device, the better one is kept."""
        self.native.merge_text(json)

    def merge_file(self, path: str | os.PathLike[str]) -> None:
        """Adds the entries of a file, as `merge_text` does."""
        self.native.merge_file(os.fspath(path))

    def write_file(self, path: str | os.PathLike[str]) -> None:
        """Writes all entries to a file."""
        self.native.write_file(os.fspath(path))

    def merge_into_file(self, path: str | os.PathLike[str]) -> None:
        """Adds all entries to a file. Other processes may write to it at the same time."""
        self.native.merge_into_file(os.fspath(path))

    def forget(self, problem: str, device: str = "") -> int:
        """Removes the entries of a problem on a device and returns their number. "" stands for all problems or devices."""
        return self.native.forget(problem, device)


def _wisdom_of(text: str) -> Wisdom:
    known = Wisdom()
    known.merge_text(text)
    return known


def standard_wisdom() -> Wisdom:
    """The wisdom that plans use by default, from the library, ``/etc`` and the user's file."""
    known = Wisdom.__new__(Wisdom)
    known.native = _stockham.standard_wisdom()
    return known


def wisdom_file() -> str:
    """The user's wisdom file, to which `tune` adds entries."""
    return os.environ.get("STOCKHAM_WISDOM") or _stockham.wisdom_user_file()
