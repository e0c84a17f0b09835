// Arrays of the imaging functions: numbers that the caller owns, in host memory or in an OpenCL buffer.
#pragma once

#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

#include <stockham/imaging/export.h>
#include <stockham/opencl.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// A packed, row-major array, not owned. A plain value. The memory must stay valid during the call that it is given to.
struct array_view {
    std::vector<std::size_t> shape = {};  ///< elements along each axis, slowest first: {height, width} for a picture
    stockham::precision precision = stockham::precision::f32;  ///< f32 or f64
    bool is_complex = false;                                   ///< complex numbers, interleaved
    void* host = nullptr;                                      ///< the first element, if it is in host memory
    /// The buffer that has the elements, if `host` is null. It belongs to the context of the engine. The caller waits
    /// for the commands that write it before the call; the imaging function has finished with it when it returns.
    cl_mem buffer = nullptr;
    std::size_t offset = 0;  ///< bytes from the start of the buffer to the first element; a multiple of their size

    /// True if it names memory.
    explicit operator bool() const noexcept { return host != nullptr || buffer != nullptr; }
};

/// The number of elements: the product of the shape.
inline std::size_t count(const array_view& view) noexcept {
    std::size_t product = 1;
    for (const std::size_t n : view.shape) product *= n;
    return product;
}

/// Bytes of one element: 4, 8 or 16.
inline std::size_t element_bytes(const array_view& view) noexcept {
    return real_size(view.precision) * (view.is_complex ? 2 : 1);
}

namespace detail {

template <class T>
struct number;
template <>
struct number<float> {
    static constexpr auto in = stockham::precision::f32;
    static constexpr bool is_complex = false;
};
template <>
struct number<double> {
    static constexpr auto in = stockham::precision::f64;
    static constexpr bool is_complex = false;
};
template <class T>
struct number<std::complex<T>> {
    static constexpr auto in = number<T>::in;
    static constexpr bool is_complex = true;
};

}  // namespace detail

/// An array in host memory; T is float, double or std::complex of them. The imaging functions do not write inputs.
template <class T>
array_view view_of(const T* data, std::vector<std::size_t> shape) {
    return {std::move(shape), detail::number<T>::in, detail::number<T>::is_complex, const_cast<T*>(data)};
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
