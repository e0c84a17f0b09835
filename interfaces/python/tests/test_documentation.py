"""Docstrings: every public function has a docstring in numpydoc's format, and the examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect

import pytest

import stockham

SIGNAL = ["analytic", "chirp", "convolution", "mdct", "overlap_add", "short_time", "slices", "spectral"]
MODULES = ["stockham", "stockham._devices", "stockham._info", "stockham._jobs.job", "stockham._plans.batch", "stockham._plans.plan",
           "stockham._plans.session", "stockham._plans.tuning", "stockham._plans.wisdom", "stockham.ndimage",
           *(f"stockham.signal._{name}" for name in SIGNAL), "stockham.fft._complex", "stockham.fft._hermitian",
           "stockham.fft._trigonometric", "stockham.fft._helper"]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0 and tried > 0


@pytest.mark.parametrize("name", [n for n in stockham.fft.__all__ if n not in ("fftfreq", "rfftfreq")])
def test_sections(name):
    function = getattr(stockham.fft, name)
    text = inspect.getdoc(function)
    for parameter in inspect.signature(function).parameters:
        assert f"\n{parameter} : " in text
    assert "Returns\n-------" in text or name == "set_workers"
