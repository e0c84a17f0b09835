"""Every cache of the package is bounded, and `stockham.cache.clear` empties it."""

from __future__ import annotations

import functools
import importlib
import pkgutil

import numpy as np

import stockham
from stockham._arrays import host_small
from stockham._caches import process
from stockham._caches.bounded import BoundedCache

# Collections that have an end by their nature: the devices of the machine, and arrays of a job that have not returned.
NO_CACHES = {"stockham._devices._known", "stockham._devices._sessions", "stockham._jobs.job._late"}


def modules():
    """All modules of the package but those that need a package which is not installed."""
    yield stockham
    for found in pkgutil.walk_packages(stockham.__path__, "stockham."):
        if not found.name.rpartition(".")[2].startswith("_stockham"):
            try:
                yield importlib.import_module(found.name)
            except ImportError as error:
                assert not str(error.name).startswith("stockham")


def sizes():
    """The number of values of every cache and every collection that is no constant, by name."""
    found = {}
    for module in modules():
        for name, value in vars(module).items():
            where = f"{module.__name__}.{name}"
            if isinstance(value, functools._lru_cache_wrapper):
                assert value.cache_info().maxsize is not None, f"{where} is not bounded"
                found[where] = value.cache_info().currsize
            elif isinstance(value, (BoundedCache, dict, list, set)) and where not in NO_CACHES and not name.startswith("__"):
                found[where] = len(value)
    return found


def test_caches(monkeypatch):
    stockham.cache.clear()
    before = sizes()
    for word in ("host", "device"):
        monkeypatch.setattr(host_small, "_word", word)
        for n in (8, 12):
            x = np.ones(n, np.float32)
            for function in (stockham.fft.fft, stockham.fft.rfft, stockham.fft.dct):
                function(x)
    stockham.imaging.spectrum(np.ones((16, 16), np.float32))
    grown = {name for name, size in sizes().items() if size > before[name]}
    assert {"stockham._caches.process.plans", "stockham._caches.process.engines", "stockham._arrays.host_small.transformation",
            "stockham._arrays.host_cosines._rotations", "stockham.fft._repeated._checked",
            "stockham._arrays.host_runs._workspace_of"} <= grown
    stockham.cache.clear()
    after = sizes()
    assert {name: after[name] for name in grown} == {name: before[name] for name in grown}


def test_bounds(monkeypatch):
    """A cache keeps no more than its capacity."""
    monkeypatch.setattr(host_small, "_word", "host")
    for n in range(1, 100):
        stockham.fft.dct(np.ones(n))
    assert all(function.cache_info().currsize <= function.cache_info().maxsize <= 1024 for function in process._functions)
    stockham.cache.clear()
