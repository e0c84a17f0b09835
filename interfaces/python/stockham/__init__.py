"""stockham: fast Fourier transforms on any OpenCL device, with the interface of scipy.fft.

>>> import numpy as np
>>> import stockham
>>> x = np.arange(8.0)
>>> bool(np.allclose(stockham.fft.irfft(stockham.fft.rfft(x)), x))
True
"""

from __future__ import annotations

import sys
from typing import Any

from . import _loader

_loader.choose()

from . import _backend, cache, fft, imaging, ndimage, signal  # noqa: E402
from ._arrays.memory import using_queue  # noqa: E402
from ._devices import Device, devices, find_device, get_device, set_device, using_device  # noqa: E402
from ._errors import (ArgumentError, CallbackError, CancelledError, DeviceMemoryError, OpenCLError,  # noqa: E402
                      StockhamError, TooLittleMemoryError, UnsupportedError)
from ._info import info  # noqa: E402
from ._jobs import report as _report  # noqa: E402
from ._jobs.job import Job  # noqa: E402
from ._jobs.report import JobReport, JobShare  # noqa: E402
from ._plans import wisdom as _wisdom  # noqa: E402
from ._plans.batch import Batch  # noqa: E402
from ._plans.events import Event  # noqa: E402
from ._plans.plan import Plan  # noqa: E402
from ._plans.session import Session  # noqa: E402
from ._plans.tuning import tune  # noqa: E402
from ._plans.wisdom import Wisdom, standard_wisdom, wisdom_file  # noqa: E402
from ._stockham import version as __version__  # noqa: E402

__all__ = [
    "ArgumentError", "Batch", "CallbackError", "CancelledError", "Device", "DeviceMemoryError", "Event", "Job", "JobReport", "JobShare", "OpenCLError",
    "Plan", "Session", "StockhamError", "TooLittleMemoryError", "UnsupportedError", "Wisdom", "cache", "devices", "fft", "find_device", "get_device", "imaging",
    "info", "ndimage", "set_device",
    "signal", "standard_wisdom", "tune", "using_device", "using_queue", "wisdom_file", "__version__",
]

# Where pickles of version 0.2.0 find their classes and functions.
sys.modules.update({f"{__name__}._job_report": _report, f"{__name__}._wisdom": _wisdom})

#: This name and __ua_function__ are the uarray protocol, which scipy.fft.set_backend(stockham) uses.
__ua_domain__ = "numpy.scipy.fft"

__ua_function__ = _backend.call
