// Arithmetic for the host code of transposes: element sizes, reciprocals, powers of two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <stockham/device.hpp>
#include <stockham/transpose.hpp>

#include "base/enumerations.hpp"
#include "launch/launch.hpp"
#include "transpose/padding.h"

namespace stockham::internal {

/// Size and name of each `element`.
struct element_kind {
    element of;
    std::size_t bytes;
    const char* name;
};
constexpr element_kind element_kinds[] = {
    {element::real_f32, 4, "real f32"},
    {element::real_f64, 8, "real f64"},
    {element::complex_f32, 8, "complex f32"},
    {element::complex_f64, 16, "complex f64"},
};

constexpr std::size_t element_bytes(element e) {
    return row_of(e, element_kinds, element_kinds[0]).bytes;
}

constexpr const char* element_name(element e) {
    return row_of(e, element_kinds, element_kinds[0]).name;
}

/// The largest k with 2^k <= x, x > 0.
inline unsigned floor_log2(std::uint64_t x) {
    unsigned k = 0;
    while (x >>= 1) ++k;
    return k;
}

/// The smallest k with 2^k >= x.
inline unsigned ceil_log2(std::uint64_t x) {
    return x < 2 ? 0 : floor_log2(x - 1) + 1;
}

inline std::uint64_t ceil_shift(std::uint64_t x, unsigned bits) {
    return x ? ((x - 1) >> bits) + 1 : 0;
}

inline transpose_index::divisor divide_by(std::uint64_t n) {
    return {n, ~std::uint64_t{0} / n};
}

/// Work-items per work-group: the largest power of two that is at most `wanted` and that the device supports.
inline std::size_t work_group(const device_description& device, std::size_t wanted) {
    return std::size_t{1} << floor_log2(std::max<std::size_t>(1, std::min(device.max_work_group, wanted)));
}

/// Size in slots of a padded array in local memory.
inline std::size_t padded_size(std::size_t slots, std::size_t bytes) {
    return transpose_index::padded(static_cast<std::uint32_t>(slots), floor_log2(128 / bytes));
}

/// The text of a kernel file, preceded by lines that define its parameters.
inline std::string specialised(const char* file, element e,
                               std::initializer_list<std::pair<const char*, std::size_t>> parameters) {
    std::string text = "#define ELEMENT_BYTES " + std::to_string(element_bytes(e)) + "\n";
    for (const auto& [name, value] : parameters)
        text += std::string("#define ") + name + " " + std::to_string(value) + "\n";
    return text + kernel_source(file);
}

}  // namespace stockham::internal
