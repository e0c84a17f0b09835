"""The stub file of the native module, which mypy reads, matches the module."""

from __future__ import annotations

import ast
import difflib
import importlib.util
import pathlib
import subprocess
import sys

import pytest

import stockham
from stockham.imaging import _described, _pictures


def declarations(text):
    """Classes and functions in a uniform layout, without the version."""
    kept = [each for each in ast.parse(text).body if isinstance(each, (ast.ClassDef, ast.FunctionDef))]
    return "\n".join(map(ast.unparse, kept)).splitlines()


def test_the_stub_file_is_that_of_the_module(tmp_path):
    if importlib.util.find_spec("nanobind") is None:
        pytest.skip("nanobind, which writes stub files, is not installed")
    # In a process of its own: pickling, in other tests, adds attributes to the classes.
    made = tmp_path / "made.pyi"
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-m", "stockham._stockham", "-o", str(made)], check=True)
    written = pathlib.Path(stockham.__file__).with_name("_stockham.pyi")
    difference = list(difflib.unified_diff(declarations(written.read_text()), declarations(made.read_text()),
                                           "_stockham.pyi", "module", lineterm=""))
    assert not difference, "\n".join(difference)


def test_keywords_of_pictures_are_those_of_the_tables():
    """To renew the file: python -c 'from stockham.imaging import _described, _pictures; print(_described.stub(_pictures), end="")'"""
    written = pathlib.Path(_pictures.__file__).with_suffix(".pyi")
    assert written.read_text() == _described.stub(_pictures)
