// Printing and derived sizes of a lane pass.
#include "families/lanes/lanes.hpp"

namespace stockham::internal {

std::uint64_t points_in_memory(const pass_step& s, const pass_side& side, std::size_t d) {
    if (side.packed && s.tile[d].transformed) return side.held;
    if (!side.mapped) return s.tile[d].points.n;
    return side.mapped->hermitian ? side.mapped->numbers.held : side.mapped->numbers.extent;
}

std::uint64_t lanes_pass::local_elements(const pass_step& s) const {
    return s.tile_points() / lanes + s.packs();  // a half spectrum has one point more than its packed line
}

std::uint64_t lanes_pass::local_bytes(const pass_step& s) const {
    return buffers * local_elements(s) * lanes * element_size(s.precision);
}

std::uint64_t lanes_pass::any_length_bytes(precision p) const {
    return most_points ? (2 * most_points + BLOCK_POINTS) * lanes * element_size(p) : 0;
}

std::string lanes_pass::work_text(const pass_step&) const {
    return std::to_string(lanes) + " lanes";
}

}  // namespace stockham::internal
