"""The stub files, which mypy reads, match the functions; and mypy knows the types of results."""

from __future__ import annotations

import ast
import inspect
import os
import pathlib
import subprocess
import sys

import pytest

import stockham
from stockham.imaging import _described, _pictures


def test_keywords_of_pictures_are_those_of_the_tables():
    """To renew the file: python -c 'from stockham.imaging import _described, _pictures; print(_described.stub(_pictures), end="")'"""
    written = pathlib.Path(_pictures.__file__).with_suffix(".pyi")
    assert written.read_text() == _described.stub(_pictures)


def test_functions_of_fft():
    tree = ast.parse(pathlib.Path(stockham.fft.__file__).with_suffix(".pyi").read_text())
    forms = {node.name: [[each.arg for each in call.args.args[1:] + call.args.kwonlyargs] for call in node.body
                         if isinstance(call, ast.FunctionDef)] for node in tree.body if isinstance(node, ast.ClassDef)}
    typed = {node.target.id: node.annotation.id for node in tree.body if isinstance(node, ast.AnnAssign)
             if isinstance(node.annotation, ast.Name)}
    helpers = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {*typed, *helpers} == set(stockham.fft.__all__)
    for name, form in typed.items():
        parameters = list(inspect.signature(getattr(stockham.fft, name)).parameters)
        assert all(each == parameters for each in forms[form]), name


PROGRAM = """
import numpy as np
import pyopencl.array
import stockham

def on_device(x: pyopencl.array.Array) -> None:
    reveal_type(x)
    reveal_type(stockham.fft.rfft(x))

reveal_type(stockham.fft.fft(np.ones(4), axis=0))
reveal_type(stockham.fft.dctn([[1, 2], [3, 4]]))
reveal_type(stockham.signal.fftconvolve(np.ones(4), [1, 2]))
reveal_type(stockham.Plan("c2c f32 4")(np.ones(4)))
reveal_type(stockham.Plan("c2c f32 4").shape)
"""


def test_types_of_results(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(PROGRAM)
    root = pathlib.Path(stockham.__file__).parents[1]
    path = {} if root.name == "site-packages" else {"MYPYPATH": str(root)}
    done = subprocess.run([sys.executable, "-m", "mypy", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"),
                           "program.py"], cwd=tmp_path, stdout=subprocess.PIPE, text=True, env={**os.environ, **path})
    given, *results = [line.split('"')[1] for line in done.stdout.splitlines() if "Revealed type" in line]
    assert results[0] == given  # of pyopencl's array
    assert all("ndarray" in each for each in results[1:5]) and results[5].lower().startswith("tuple"), done.stdout
