"""The exceptions of stockham."""

from __future__ import annotations


class StockhamError(Exception):
    """Base class of the library's exceptions."""


class ArgumentError(StockhamError, ValueError):
    """An argument is invalid; ``field`` is its name."""

    field: str = ""


def refused(field: str, why: str) -> ArgumentError:
    """The error for the argument `field`."""
    error = ArgumentError(f"{field}: {why}")
    error.field = field
    return error


class UnsupportedError(StockhamError, NotImplementedError):
    """A valid request that the library or the device does not support; ``rule`` names the reason."""

    rule: str = ""


class CallbackError(ArgumentError):
    """A callback does not compile; ``build_log`` is the compiler's log, with the callback's line numbers."""

    build_log: str = ""


class OpenCLError(StockhamError, RuntimeError):
    """An OpenCL call failed; ``code`` is its error code."""

    code: int = 0


class DeviceMemoryError(OpenCLError, MemoryError):
    """OpenCL is out of memory."""


class TooLittleMemoryError(StockhamError, MemoryError):
    """The device lacks the memory for an imaging function, and no smaller tile can serve it; ``needed`` is in bytes."""

    needed: int = 0


class CancelledError(StockhamError):
    """The ``progress`` function of an imaging call returned False."""
