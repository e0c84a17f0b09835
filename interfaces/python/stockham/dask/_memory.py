"""How large a block of an array may be, and how many blocks keep all workers busy."""

from __future__ import annotations

import os

import dask
from dask.utils import parse_bytes

# A block in work takes its input, its output, the parts that a rechunk puts together, and buffers of a device that shares the
# memory of the host.
_COPIES = 6


def block_limit() -> tuple[int, int]:
    """The most bytes of a block, and the number of threads of all workers. The bytes are those of the dask setting
    ``stockham.block-size`` if it is given; else a sixth of a thread's share of the memory of the smallest worker."""
    memory, threads = _of_cluster() or (_of_host(), os.cpu_count() or 1)
    given = dask.config.get("stockham.block-size", None)
    return (parse_bytes(given) if given is not None else max(memory // _COPIES, 1)), threads


def _of_cluster() -> tuple[int, int] | None:
    """Bytes for a thread, and threads, of the cluster of the current client; None without one."""
    try:
        from distributed import get_client

        workers = get_client().scheduler_info(n_workers=-1)["workers"].values()
    except (ImportError, ValueError):
        return None
    except TypeError:  # older versions always list all workers
        workers = get_client().scheduler_info()["workers"].values()
    if not workers:
        return None
    limits = [(each["memory_limit"] or _of_host() * each["nthreads"]) // each["nthreads"] for each in workers]
    return min(limits), sum(each["nthreads"] for each in workers)


def _of_host() -> int:
    """The share of a thread in the memory of this host."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        memory = 4 << 30
    return memory // (os.cpu_count() or 1)
