"""The reports of jobs."""

from __future__ import annotations

from dataclasses import dataclass

from .._devices import Device


@dataclass(frozen=True)
class JobShare:
    """What one device did in a run.

    Attributes
    ----------
    device : Device
    units : int
        Transforms whose results it delivered.
    chunks : int
        Chunks that it delivered.
    busy : float
        Seconds from its first upload to its last result.
    failure : str
        Why it was dropped; empty if it was not.
    """

    device: Device
    units: int
    chunks: int
    busy: float
    failure: str


@dataclass(frozen=True)
class JobReport:
    """The outcome of a run.

    Attributes
    ----------
    complete : bool
        False if the run was cancelled; some results are then missing.
    seconds : float
        The whole run, including the planning of the first run.
    shares : list of JobShare
        One per device, in the order of `Job.devices`.
    """

    complete: bool
    seconds: float
    shares: list[JobShare]
