"""The private folders of the package import one another in one direction."""

from __future__ import annotations

import pathlib
import re

import pytest

import stockham

# The folders that each one may import. Public modules may import all of them.
ROOMS = {"_transforms": set(), "_caches": set(), "_arrays": {"_transforms", "_caches"}, "_plans": {"_transforms", "_arrays"},
         "_jobs": {"_arrays", "_plans"}}


@pytest.mark.parametrize("room", ROOMS)
def test_imports(room):
    files = pathlib.Path(stockham.__file__).with_name(room).glob("*.py")
    found = {name for path in files for name in re.findall(r"^ *from \.\.(\w+)", path.read_text(), re.MULTILINE)}
    assert found - ROOMS[room] <= {"_devices", "_errors", "_options", "_typed"}
