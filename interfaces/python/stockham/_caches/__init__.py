"""Keeps plans, queues and kernels for later calls of the process, in bounded caches."""
