// What sets the kinds of transforms apart, in one table.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

#include <stockham/transform.hpp>

namespace stockham {

struct kind_facts {
    std::string_view word;  ///< in problem strings
    bool real_input, real_output;
    bool forward, inverse;  ///< the directions it has
    std::size_t shortest;   ///< axis
};

/// In the order of the enumeration.
inline constexpr kind_facts all_kinds[] = {
    {"c2c", false, false, true, true, 1}, {"r2c", true, false, true, false, 1}, {"c2r", false, true, false, true, 1},
    {"dct1", true, true, true, false, 2}, {"dct2", true, true, true, false, 1}, {"dct3", true, true, true, false, 1},
    {"dct4", true, true, true, false, 1}, {"dst1", true, true, true, false, 1}, {"dst2", true, true, true, false, 1},
    {"dst3", true, true, true, false, 1}, {"dst4", true, true, true, false, 1},
};

/// Of a value that is none of the enumeration's: check() refuses it.
inline constexpr kind_facts no_kind{"?", false, false, false, false, 1};

constexpr const kind_facts& facts(kind k) noexcept {
    const auto number = static_cast<std::size_t>(k);
    return number < std::size(all_kinds) ? all_kinds[number] : no_kind;
}

/// What a transform of this kind is when nothing is said.
constexpr direction usual_direction(kind k) noexcept {
    return facts(k).forward ? direction::forward : direction::inverse;
}

/// One side is real, the other the Hermitian spectrum.
constexpr bool has_hermitian_side(kind k) noexcept {
    return facts(k).real_input != facts(k).real_output;
}

}  // namespace stockham
