// An array in device memory, owned by one call of an imaging function.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <stockham/session.hpp>
#include <stockham/transform.hpp>

namespace stockham::imaging_internal {

using extents = std::vector<std::size_t>;  ///< points along each axis, slowest first

/// The product of the lengths.
inline std::size_t points(const extents& shape) noexcept {
    std::size_t product = 1;
    for (const std::size_t n : shape) product *= n;
    return product;
}

/// A packed, row-major array. Copies share the buffer.
struct device_array {
    std::shared_ptr<const device_buffer> buffer;
    extents shape;
    stockham::precision precision = stockham::precision::f32;
    bool is_complex = false;

    cl_mem get() const noexcept { return buffer ? buffer->get() : nullptr; }
    std::size_t size() const noexcept { return points(shape); }
    /// The same memory as real numbers, two for each complex one.
    device_array as_reals() const {
        device_array reals{buffer, shape, precision, false};
        if (is_complex) reals.shape.push_back(2);
        return reals;
    }
    std::size_t bytes() const noexcept { return size() * real_size(precision) * (is_complex ? 2 : 1); }
};

/// The points of the half spectrum of a real array: N / 2 + 1 along the last axis.
inline extents half_spectrum(extents shape) {
    shape.back() = shape.back() / 2 + 1;
    return shape;
}

/// "1080 x 1920"
std::string text_of(const extents& shape);

}  // namespace stockham::imaging_internal
