"""Executes transforms where the arrays are: in host memory or on an OpenCL device."""
