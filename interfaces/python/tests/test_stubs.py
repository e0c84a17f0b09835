"""The stub file of the native module, which mypy reads, matches the module."""

from __future__ import annotations

import ast
import difflib
import importlib.util
import pathlib

import pytest

import stockham


def declarations(text):
    """Classes and functions in a uniform layout, without the version."""
    kept = [each for each in ast.parse(text).body if isinstance(each, (ast.ClassDef, ast.FunctionDef))]
    return "\n".join(map(ast.unparse, kept)).splitlines()


def test_the_stub_file_is_that_of_the_module():
    if importlib.util.find_spec("nanobind") is None:
        pytest.skip("nanobind, which writes stub files, is not installed")
    from nanobind.stubgen import StubGen

    made = StubGen(stockham._stockham)
    made.put(stockham._stockham)
    written = pathlib.Path(stockham.__file__).with_name("_stockham.pyi").read_text()
    difference = list(difflib.unified_diff(declarations(written), declarations(made.get()), "_stockham.pyi", "module",
                                           lineterm=""))
    assert not difference, "\n".join(difference)
