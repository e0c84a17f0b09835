// The kinds of transforms and their properties, in one table.
#pragma once

#include <cstddef>
#include <string_view>

#include <stockham/transform.hpp>

#include "base/enumerations.hpp"

namespace stockham::internal {

struct kind_facts {
    kind of;
    std::string_view word;  ///< in problem strings
    bool real_input, real_output;
    bool forward, inverse;  ///< supported directions
    std::size_t shortest;   ///< length of an axis
};

inline constexpr kind_facts all_kinds[] = {
    {kind::c2c, "c2c", false, false, true, true, 1},  {kind::r2c, "r2c", true, false, true, false, 1},
    {kind::c2r, "c2r", false, true, false, true, 1},  {kind::dct1, "dct1", true, true, true, false, 2},
    {kind::dct2, "dct2", true, true, true, false, 1}, {kind::dct3, "dct3", true, true, true, false, 1},
    {kind::dct4, "dct4", true, true, true, false, 1}, {kind::dst1, "dst1", true, true, true, false, 1},
    {kind::dst2, "dst2", true, true, true, false, 1}, {kind::dst3, "dst3", true, true, true, false, 1},
    {kind::dst4, "dst4", true, true, true, false, 1},
};

/// For values outside the enumeration, which check() refuses.
inline constexpr kind_facts no_kind{kind{}, "?", false, false, false, false, 1};

constexpr const kind_facts& facts(kind k) noexcept {
    return row_of(k, all_kinds, no_kind);
}

/// The default direction of a kind.
constexpr direction usual_direction(kind k) noexcept {
    return facts(k).forward ? direction::forward : direction::inverse;
}

/// A cosine or sine transform: both sides are real.
constexpr bool is_real_to_real(kind k) noexcept {
    return facts(k).real_input && facts(k).real_output;
}

/// One side is real, the other the Hermitian spectrum.
constexpr bool has_hermitian_side(kind k) noexcept {
    return facts(k).real_input != facts(k).real_output;
}

}  // namespace stockham::internal
