// Printing and derived sizes of a word-group pass.
#include <algorithm>

#include "families/constant_geometry/constant_geometry.hpp"

namespace stockham::internal {

std::uint64_t constant_geometry_pass::twiddles() const {
    return order <= points ? 0 : points == 2 ? order / 2 : order / 4 * 3;
}

std::uint64_t constant_geometry_pass::local_elements(const pass_step& s) const {
    return 2 * s.tile_points() + (global_twiddles ? 0 : twiddles());
}

std::uint64_t constant_geometry_pass::local_bytes(const pass_step& s) const {
    return local_elements(s) * element_size(s.precision);
}

unsigned constant_geometry_pass::item_points(const pass_step& s) const {
    return static_cast<unsigned>(s.tile_points() / s.work_items);
}

std::uint32_t constant_geometry_pass::folded_points(const pass_step& s) const {
    constexpr std::uint64_t least = 64;  // for neighbouring work-items with points of several transforms
    constexpr std::uint64_t row = 16;    // work-items that load or store at a time
    std::uint64_t before = 1, folded = least;
    for (unsigned d = 0; d < s.tile.size(); ++d) {
        const auto n = s.tile[d].points.n;
        const bool copied = d == s.stages.front().contiguous || d == s.stages.back().contiguous;
        if (s.tile[d].transformed || copied)
            folded = std::max(folded, before * (s.tile[d].transformed ? n : std::min(n, row)));
        before *= n;
    }
    return static_cast<std::uint32_t>(folded);
}

std::string constant_geometry_pass::text(const pass_step&) const {
    constexpr const char* schedules[] = {"balanced", "unbalanced", "alone"};
    std::string text = ", word groups of " + std::to_string(points) + ", " + schedules[static_cast<int>(schedule)];
    if (conventional) text += ", conventional addresses";
    if (barrier_per_stage) text += ", a barrier after every stage";
    if (global_twiddles) text += ", twiddle factors from global memory";
    return text + (bit_reversed ? ", bit-reversed" : "");
}

}  // namespace stockham::internal
