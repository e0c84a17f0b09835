// What to transform: an array's shape and axes, as the library's transform.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/transform.hpp>

namespace stockham::tools {

struct array_job {
    std::vector<std::size_t> shape;
    std::vector<std::size_t> axes;  ///< distinct, ascending
    stockham::precision precision = precision::f32;
    bool inverse = false;  ///< with scale 1 / N
    bool real = false;     ///< forward transform of real numbers to the full spectrum
};

/// The transform of a packed array into another one.
transform transform_of(const array_job&);

/// The axes given by --axes, ascending; -1 is the last axis. An empty list means the last two axes. Throws usage_error.
std::vector<std::size_t> resolve_axes(const std::vector<int>& wanted, std::size_t rank);

}  // namespace stockham::tools
