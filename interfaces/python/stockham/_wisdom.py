"""Wisdom: plans that were measured to be the fastest."""

from __future__ import annotations

import os
from typing import Any

from . import _stockham


class Wisdom:
    """A set of entries: problem, device, plan string, time. Copies and pickles have the same entries.

    Parameters
    ----------
    path : str or path-like, optional
        A file to begin with; without it the set is empty.

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
        """Adds entries; of two for one problem and device the better one stays."""
        self.native.merge_text(json)

    def merge_file(self, path: str | os.PathLike[str]) -> None:
        """Likewise from a file."""
        self.native.merge_file(os.fspath(path))

    def write_file(self, path: str | os.PathLike[str]) -> None:
        """Writes all entries to a file."""
        self.native.write_file(os.fspath(path))

    def merge_into_file(self, path: str | os.PathLike[str]) -> None:
        """Adds all entries to a file that other processes may be adding to, too."""
        self.native.merge_into_file(os.fspath(path))

    def forget(self, problem: str, device: str = "") -> int:
        """Removes the entries of a problem, or of all (""), on a device, or all; returns how many."""
        return self.native.forget(problem, device)


def _wisdom_of(text: str) -> Wisdom:
    known = Wisdom()
    known.merge_text(text)
    return known


def standard_wisdom() -> Wisdom:
    """What plans consult unless they are told another one: read from the library, ``/etc`` and the user's file."""
    known = Wisdom.__new__(Wisdom)
    known.native = _stockham.standard_wisdom()
    return known


def wisdom_file() -> str:
    """The user's file, which `tune` adds to."""
    return os.environ.get("STOCKHAM_WISDOM") or _stockham.wisdom_user_file()
