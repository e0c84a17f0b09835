// Derived sizes of a lane pass.
#include "plan/step.hpp"

namespace stockham::internal {

std::uint64_t lanes_pass::local_elements(const pass_step& s) const {
    return s.tile_points() / lanes;
}

std::uint64_t lanes_pass::local_bytes(const pass_step& s) const {
    return buffers * local_elements(s) * lanes * element_size(s.precision);
}

unsigned lanes_pass::item_points(const pass_step&) const {
    return 1;
}

std::string lanes_pass::text() const {
    return "";
}

}  // namespace stockham::internal
