"""Agreement of ranks: if one fails, all raise an error with its message, and none waits for it."""

from __future__ import annotations

from typing import Any, Callable, TypeVar

from mpi4py import MPI

from .._errors import StockhamError

T = TypeVar("T")


class RankError(StockhamError, RuntimeError):
    """Another rank failed. ``rank`` is its number in the communicator, and the message has its error."""

    rank: int = -1


class Team:
    """The ranks of a communicator. `comm` is duplicated, so that messages do not mix with those of the caller."""

    def __init__(self, comm: Any) -> None:
        self.comm = comm.Dup()

    def together(self, work: Callable[[], T]) -> T:
        """The result of `work`, which every rank calls. If it raises on some ranks, these raise their own exception and all
        others a `RankError` about the first of them. `work` must not communicate.

        The check is a reduction of one integer, which takes microseconds.
        """
        mine: BaseException | None = None
        result: Any = None
        try:
            result = work()
        except Exception as error:
            mine = error
        if self.comm.allreduce(mine is not None, MPI.LOR):
            said = self.comm.allgather(None if mine is None else f"{type(mine).__name__}: {mine}")
            raise mine if mine is not None else _error_about(said)
        return result  # type: ignore[no-any-return]

    def gather(self, value: Any) -> list[Any]:
        """The values of all ranks."""
        values: list[Any] = self.comm.allgather(value)
        return values

    def free(self) -> None:
        if self.comm != MPI.COMM_NULL:
            self.comm.Free()


def _error_about(said: list[str | None]) -> RankError:
    rank = next(r for r, text in enumerate(said) if text is not None)
    error = RankError(f"rank {rank} failed: {said[rank]}")
    error.rank = rank
    return error
