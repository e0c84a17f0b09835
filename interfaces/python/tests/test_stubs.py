"""The stub file of the functions on pictures, which mypy reads, matches the tables of their options."""

from __future__ import annotations

import pathlib

from stockham.imaging import _described, _pictures


def test_keywords_of_pictures_are_those_of_the_tables():
    """To renew the file: python -c 'from stockham.imaging import _described, _pictures; print(_described.stub(_pictures), end="")'"""
    written = pathlib.Path(_pictures.__file__).with_suffix(".pyi")
    assert written.read_text() == _described.stub(_pictures)
