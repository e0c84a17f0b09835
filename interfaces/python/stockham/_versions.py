"""Versions of optional packages."""

from __future__ import annotations

import re


def version_of(text: str) -> tuple[int, ...]:
    """The leading numbers of a version: ``"2.0.6.dev1"`` is (2, 0, 6)."""
    found = re.match(r"\d+(\.\d+)*", text)
    return tuple(int(each) for each in found.group().split(".")) if found else ()


def check_version(who: str, package: str, installed: str, oldest: str, how: str) -> None:
    """Raises ImportError in one line if a version is older than the oldest that `who` can use."""
    if version_of(installed) < version_of(oldest):
        raise ImportError(f"{who} needs {package} {oldest} or later, but {installed} is installed: {how}")


def first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
