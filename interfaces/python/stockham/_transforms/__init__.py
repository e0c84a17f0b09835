"""Describes transforms: arguments, element types, layouts of arrays, and requests for the C++ library."""
