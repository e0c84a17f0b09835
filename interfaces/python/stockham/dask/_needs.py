"""Finds dask, or says how to get it."""

from __future__ import annotations

from .._versions import check_version, first_line

#: The oldest version that the tests cover.
OLDEST = "2023.4.0"
_HOW = "install it by `pip install 'stockham[dask]'`"


def check_dask() -> None:
    """Raises ImportError in one line if dask's arrays are missing or too old."""
    try:
        import dask
        import dask.array
    except ImportError as error:
        raise ImportError(f"stockham.dask needs dask with its arrays: {_HOW} ({first_line(error)})") from error
    check_version("stockham.dask", "dask", dask.__version__, OLDEST, _HOW)
