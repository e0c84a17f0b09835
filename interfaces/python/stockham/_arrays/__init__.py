"""Executes transforms where the arrays are, in host memory or on an OpenCL device, and takes arrays of other libraries."""
