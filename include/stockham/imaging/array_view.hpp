// Arrays of the imaging functions: numbers that the caller owns, in host memory or in an OpenCL buffer.
#pragma once

#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include <stockham/imaging/export.h>
#include <stockham/opencl.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// The type of an array's numbers in memory.
enum class number_type {
    real,  ///< floating-point numbers of the view's precision
    u8,    ///< unsigned integers of 8 bits, which the device converts to the view's precision
    u16    ///< the same with 16 bits
};

/// An array, not owned: packed and row-major, or with strides. A plain value. The memory must stay valid during the
/// call that it is given to. Integers and strides are for inputs, and only of the functions that say so.
struct array_view {
    std::vector<std::size_t> shape = {};  ///< elements along each axis, slowest first: {height, width} for a picture
    stockham::precision precision = stockham::precision::f32;  ///< f32 or f64
    bool is_complex = false;                                   ///< complex numbers, interleaved
    void* host = nullptr;                                      ///< the first element, if it is in host memory
    /// The buffer that has the elements, if `host` is null. It belongs to the context of the engine. The caller waits
    /// for the commands that write it before the call; the imaging function has finished with it when it returns.
    cl_mem buffer = nullptr;
    std::size_t offset = 0;  ///< bytes from the start of the buffer to the first element; a multiple of their size
    number_type number = number_type::real;  ///< of the elements in memory
    /// Elements from one point to the next along each axis, below 2^32; empty: packed. The channels of a picture of
    /// height x width pixels RGBRGB.. are {3, height, width} with the strides {1, 3 width, 3}.
    std::vector<std::size_t> strides = {};

    /// True if it names memory.
    explicit operator bool() const noexcept { return host != nullptr || buffer != nullptr; }
};

/// The number of elements: the product of the shape.
inline std::size_t count(const array_view& view) noexcept {
    std::size_t product = 1;
    for (const std::size_t n : view.shape) product *= n;
    return product;
}

/// Bytes of one element in memory: 1, 2, 4, 8 or 16.
inline std::size_t element_bytes(const array_view& view) noexcept {
    if (view.number != number_type::real) return view.number == number_type::u8 ? 1 : 2;
    return real_size(view.precision) * (view.is_complex ? 2 : 1);
}

/// An array in host memory; T is float, double or std::complex of them. The imaging functions do not write inputs.
template <class T>
array_view view_of(const T* data, std::vector<std::size_t> shape) {
    constexpr bool is_complex = std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;
    constexpr bool in_double = std::is_same_v<T, double> || std::is_same_v<T, std::complex<double>>;
    static_assert(is_complex || in_double || std::is_same_v<T, float>, "float, double or std::complex of them");
    return {std::move(shape), in_double ? precision::f64 : precision::f32, is_complex, const_cast<T*>(data)};
}
/// An array in host memory with the elements of a vector, which must be as many as the shape says.
template <class T>
array_view view_of(const std::vector<T>& data, std::vector<std::size_t> shape) {
    return view_of(data.data(), std::move(shape));
}

/// An array in a buffer, from `offset` bytes on.
inline array_view view_of(cl_mem buffer, std::vector<std::size_t> shape,
                          stockham::precision precision = stockham::precision::f32, bool is_complex = false,
                          std::size_t offset = 0) {
    return {std::move(shape), precision, is_complex, nullptr, buffer, offset};
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
