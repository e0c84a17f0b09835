"""The values beyond the edges, by the names of scipy.ndimage and of numpy.pad."""

from __future__ import annotations

from .._errors import refused

#: The numbers of stockham::imaging::boundary.
NUMBERS = {"constant": 0, "nearest": 1, "reflect": 2, "mirror": 3, "wrap": 4}


#: numpy.pad's modes. Its "reflect" is scipy's "mirror", and its "symmetric" is scipy's "reflect".
PAD_MODES = {"constant": 0, "edge": 1, "symmetric": 2, "reflect": 3, "wrap": 4}


def number_of(boundary: str) -> int:
    return _number("boundary", boundary, NUMBERS)


def number_of_pad(mode: str) -> int:
    return _number("mode", mode, PAD_MODES)


def _number(name: str, word: str, numbers: dict[str, int]) -> int:
    if not isinstance(word, str) or word not in numbers:
        raise refused(name, f"must be one of {', '.join(numbers)} (got {word!r})")
    return numbers[word]
