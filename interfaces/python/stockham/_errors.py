"""The exceptions that stockham raises beside Python's own."""

from __future__ import annotations


class StockhamError(Exception):
    """Base of all errors of the library."""


class ArgumentError(StockhamError, ValueError):
    """An argument that no device could accept; ``field`` names it."""

    field: str = ""


def refused(field: str, why: str) -> ArgumentError:
    """The error that names the argument `field`."""
    error = ArgumentError(f"{field}: {why}")
    error.field = field
    return error


class UnsupportedError(StockhamError, NotImplementedError):
    """Sound, but the library or the device cannot do it; ``rule`` names the rule that refused."""

    rule: str = ""


class CallbackError(ArgumentError):
    """A callback that does not compile; ``build_log`` counts the lines of its text."""

    build_log: str = ""


class OpenCLError(StockhamError, RuntimeError):
    """OpenCL said no; ``code`` is its error code."""

    code: int = 0


class DeviceMemoryError(OpenCLError, MemoryError):
    """OpenCL has not the memory."""
