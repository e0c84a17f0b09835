"""Bounded caches, which keep plans, queues and kernels for later calls of the process."""
