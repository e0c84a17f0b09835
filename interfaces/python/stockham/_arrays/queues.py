"""The handles of a pyopencl queue, and a workspace shared by the executions on it."""

from __future__ import annotations

from typing import Any

import pyopencl as cl

from .. import _stockham
from .._caches.process import queues
from .memory import check_device


class Queue:
    """A queue's handles. It keeps the queue alive, so that no other queue gets the same address."""

    def __init__(self, queue: Any) -> None:
        self.queue = queue
        self.int_ptr: int = queue.int_ptr
        self.context = queue.context
        self.context_ptr: int = self.context.int_ptr
        self.device_ptr: int = queue.device.int_ptr
        self.in_order = not queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
        self._workspace: Any = None
        self._shared_allocator: Any = None

    def workspace(self, plan: _stockham.Plan) -> int:
        """A buffer of the plan's workspace_size, or 0, for which the library allocates one.

        Executions on an in-order queue run one after the other, so they share one buffer.
        """
        size = plan.workspace_size
        if size == 0 or not self.in_order:
            return 0
        if self._workspace is None or self._workspace.size < size:
            self._workspace = cl.Buffer(self.context, cl.mem_flags.READ_WRITE, size)
        return int(self._workspace.int_ptr)

    def shared_allocator(self) -> Any:
        """An allocator of coarse-grained shared virtual memory, to be released after the commands in the queue. An
        out-of-order queue has no such order: the memory is released at once. Raises UnsupportedError if the device has none."""
        if self._shared_allocator is None:
            from pyopencl.tools import SVMAllocator

            check_device(self.queue.device)
            self._shared_allocator = SVMAllocator(self.context, queue=self.queue if self.in_order else None)
        return self._shared_allocator


def queue_of(queue: Any) -> Queue:
    """The cached handles of a queue."""
    return queues.get(queue.int_ptr, lambda: Queue(queue))  # type: ignore[no-any-return]
