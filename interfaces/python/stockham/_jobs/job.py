"""Jobs: batches in host memory or files, transformed in chunks by one or several devices."""

from __future__ import annotations

from typing import Any, Callable, NoReturn

import numpy as np

from .. import _devices, _stockham
from .._arrays.packing import address
from .._devices import Choices, Device
from .._errors import OpenCLError, refused
from .._options import function, seconds, text, whole
from .._plans.operands import Memory
from .arrays import check_packed, check_writeable, checked_spectrum, convolution_sides, memory_of, transform_sides
from .report import JobReport, JobShare

Progress = Callable[[int, int, float], Any]
Message = Callable[[str], Any]
Endpoint = Callable[[int, int, np.ndarray], Any]

# Arrays of runs that dropped a device because it took too long. Never released: the device may still read and write them.
_late: list[tuple[np.ndarray, np.ndarray]] = []


def _keep_if_late(failures: str, x: np.ndarray, out: np.ndarray) -> None:
    if "did not end within" in failures:
        _late.append((x, out))


class Job:
    """A batch of transforms in host memory, divided among devices in chunks.

    The batch may be larger than the memory of the devices, and its arrays may be memory-mapped files. Upload, computation and
    download of different chunks overlap. A device that fails is dropped, and the others compute its chunks.

    Parameters
    ----------
    problem : str
        A problem string such as ``"c2c f32 1024 b100000"``. The transforms lie one after the other; only their distance and
        the offset of the first are free.
    devices : "all", choice, or sequence of choices, optional
        The devices that share the work. A choice is a number, word or `Device` as in `find_device`; ``"all"`` stands for all
        usable devices that have the problem's precision; of several CPUs, which are one CPU in several runtimes, for the first
        in `stockham.devices()`. By default the device of `get_device`.
    device_memory : int, optional
        Limit of the memory used on each device, in bytes; 0 for 90 % of the device's memory.
    chunk_bytes : int, optional
        Target size of a chunk in bytes; 0 to choose it.
    pinned : bool, optional
        The arrays are in pinned memory, which devices read and write directly.
    copy_threads : int, optional
        Threads that copy between the arrays and pinned memory, at most 4096; 0 for one per processor, at most 32.
    patience : float, optional
        Seconds that a device may take for a chunk beyond ten times its slowest chunk so far. A slower device is dropped.
        It may still write results after the run, so do not use such an array for other data.
    plan_string : str, optional
        The plan to make, as returned by `Plan.plan_string`.
    progress : callable, optional
        Called as ``progress(done, total, seconds)`` with numbers of transforms, after results are written and at least every
        0.1 s. If it returns False, the run is cancelled.
    message : callable, optional
        Called as ``message(text)`` when a device is dropped. By default the text goes to stderr.

    Notes
    -----
    `progress` and `message` are called in the thread that calls `run`. An exception in a function that the job calls ends the
    run, which raises it; so does Ctrl-C in the main thread. These functions must not run the same job. Runs of one job in
    several threads wait for each other.

    Examples
    --------
    >>> import numpy as np
    >>> import stockham
    >>> job = stockham.Job("c2c f32 64 b100")
    >>> y = job.run(np.ones((100, 64), np.complex64))
    >>> y.shape, complex(y[99, 0])
    ((100, 64), (64+0j))
    >>> job.report.complete
    True
    """

    def __init__(self, problem: str, *, devices: Choices = None, device_memory: int = 0, chunk_bytes: int = 0,
                 pinned: bool = False, copy_threads: int = 0, patience: float = 20.0, plan_string: str = "",
                 progress: Progress | None = None, message: Message | None = None) -> None:
        memory = memory_of(problem)
        self._make(memory, devices, progress, message, device_memory=device_memory, chunk_bytes=chunk_bytes, pinned=pinned,
                   copy_threads=copy_threads, patience=patience, plan_string=plan_string)
        self._sides = transform_sides(memory, self._native)

    @classmethod
    def convolution(cls, problem: str, spectrum: Any, *, correlate: bool = False, devices: Choices = None,
                    device_memory: int = 0, chunk_bytes: int = 0, pinned: bool = False, copy_threads: int = 0,
                    patience: float = 20.0, plan_string: str = "", progress: Progress | None = None,
                    message: Message | None = None) -> Job:
        """A job of circular convolutions of all signals of a batch with one kernel.

        Parameters
        ----------
        problem : str
            The signals: c2c, or r2c for real signals, whose results are also real. The signals and results are packed. An
            unnormalised spectrum needs ``scale=`` with the reciprocal of the number of points.
        spectrum : ndarray
            The full forward transform of the kernel, also for real signals: complex, with the lengths of `problem`. It is
            copied.
        correlate : bool, optional
            Multiply by the conjugated spectrum.
        devices, device_memory, chunk_bytes, pinned, copy_threads, patience, plan_string, progress, message
            As in `Job`.

        Returns
        -------
        Job

        Examples
        --------
        >>> import numpy as np
        >>> import stockham
        >>> kernel = np.zeros(64)
        >>> kernel[1] = 1
        >>> job = stockham.Job.convolution("r2c f32 64 b9 scale=0.015625", np.fft.fft(kernel).astype(np.complex64))
        >>> x = np.arange(9 * 64, dtype=np.float32).reshape(9, 64)
        >>> bool(np.allclose(job.run(x), np.roll(x, 1, axis=1), atol=1e-3))
        True
        """
        memory = memory_of(problem)
        check_packed(memory)
        spectrum = checked_spectrum(memory, spectrum)
        made = cls.__new__(cls)
        made._make(memory, devices, progress, message, device_memory=device_memory, chunk_bytes=chunk_bytes, pinned=pinned,
                   copy_threads=copy_threads, patience=patience, plan_string=plan_string, spectrum=address(spectrum),
                   correlate=bool(correlate))
        made._sides = convolution_sides(memory, made._native)
        return made

    def _make(self, memory: Memory, devices: Choices, progress: Progress | None, message: Message | None, *, device_memory: int,
              chunk_bytes: int, pinned: bool, copy_threads: int, patience: float, plan_string: str, **convolution: Any) -> None:
        self._what = memory.description
        self._devices = _devices.find_devices(devices, needs_double=self._what.name.endswith("f64"))
        self._progress, self._message = function("progress", progress), function("message", message)
        self._report: JobReport | None = None
        self._native = _stockham.make_job(
            self._what, [each.int_ptr for each in self._devices], whole("device_memory", device_memory),
            whole("chunk_bytes", chunk_bytes), bool(pinned), whole("copy_threads", copy_threads, 0, 4096),
            seconds("patience", patience), text("plan_string", plan_string), messages=message is not None, **convolution)

    @property
    def problem(self) -> str:
        """The problem string."""
        return str(self._what)

    @property
    def devices(self) -> list[Device]:
        """The devices that share the work."""
        return list(self._devices)

    @property
    def units(self) -> int:
        """The number of transforms."""
        return self._native.units

    @property
    def input_pitch(self) -> int:
        """The size in bytes of the input of one transform, as `run_between` has it."""
        return self._native.input_pitch

    @property
    def output_pitch(self) -> int:
        """The size in bytes of the output of one transform, as `run_between` has it."""
        return self._native.output_pitch

    @property
    def report(self) -> JobReport | None:
        """The report of the last run that returned; None before."""
        return self._report

    def __repr__(self) -> str:
        return f"<stockham.Job {self.problem!r} on {', '.join(each.name for each in self._devices)}>"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("cannot copy or pickle a stockham.Job, which owns OpenCL handles of this process; make another with "
                        f"stockham.Job({self.problem!r})")

    def run(self, input: Any, output: Any = None) -> np.ndarray:
        """Transforms an array and waits.

        Parameters
        ----------
        input : ndarray
            A C-contiguous array of the problem's type, of any shape with exactly the size of the problem; usually ``(batch,
            *lengths)``. It may be memory-mapped. A job in place overwrites it.
        output : ndarray, optional
            The same for the results; it may be memory-mapped, and must not overlap the input. By default a new array. In
            place, nothing or the input.

        Returns
        -------
        ndarray
            `output`, or the new array. In place, a view of the input with the type of the results. If the run was cancelled,
            ``report.complete`` is False and some results are missing.

        Raises
        ------
        ArgumentError
            If an array does not suit the problem.
        OpenCLError, UnsupportedError
            If all devices were dropped: the error of the last one. The contents of the output are then undefined.
        """
        source, target = self._sides
        x = source.check(self.problem, input)
        if self._what.in_place:
            out = target.view_of(x, output)
            check_writeable("input", x)
        else:
            out = target.new() if output is None else target.check(self.problem, output)
            check_writeable("output", out)
        try:
            report = self._run(self._native.run, address(x), 0 if self._what.in_place else address(out))
        except OpenCLError as error:
            _keep_if_late(str(error), x, out)
            raise
        _keep_if_late(" ".join(share.failure for share in report.shares), x, out)
        return out

    def run_between(self, read: Endpoint, write: Endpoint) -> JobReport:
        """Transforms data that functions read and write, and waits.

        Parameters
        ----------
        read : callable
            Called as ``read(first, units, array)``: fills the array with the input of `units` transforms from number `first`
            on, each `input_pitch` bytes after the one before. A range may be read again if a device fails.
        write : callable
            Called as ``write(first, units, array)``: takes the results, each `output_pitch` bytes after the one before.
            Called exactly once for each result, in any order.

        Returns
        -------
        JobReport
            Also available as `report`.

        Notes
        -----
        The arrays are one-dimensional, of type uint8, and valid during the call only. Several threads call the functions, and
        at times at once: when one of them waits for a file, another one runs.

        Examples
        --------
        >>> import numpy as np
        >>> import stockham
        >>> x, y = np.ones((100, 64), np.complex64), np.empty((100, 64), np.complex64)
        >>> def read(first, units, array):
        ...     array.view(np.complex64).reshape(units, 64)[...] = x[first:first + units]
        >>> def write(first, units, array):
        ...     y[first:first + units] = array.view(np.complex64).reshape(units, 64)
        >>> stockham.Job("c2c f32 64 b100").run_between(read, write).complete
        True
        >>> bool(np.all(y[:, 0] == 64))
        True
        """
        for name, end in (("read", read), ("write", write)):
            if function(name, end) is None:
                raise refused(name, "must be a function")

        def read_into(first: int, units: int, view: memoryview) -> None:
            read(first, units, np.frombuffer(view, np.uint8))

        def write_from(first: int, units: int, view: memoryview) -> None:
            write(first, units, np.frombuffer(view, np.uint8))

        return self._run(self._native.run_between, read_into, write_from)

    def _run(self, run: Callable[..., Any], *ends: Any) -> JobReport:
        complete, seconds, shares = run(*ends, self._progress, self._message)
        self._report = JobReport(complete, seconds, [JobShare(_devices.device_of(handle), *rest) for handle, *rest in shares])
        return self._report
