// Printing and derived sizes of a work-group pass.
#include "plan/step.hpp"

namespace stockham::internal {

std::uint64_t work_group_pass::local_elements(const pass_step& s) const {
    const auto all = s.tile_points();
    if (!s.exchanges()) return 0;
    if (layout == local_layout::swizzled) return (all + 15) / 16 * 16;
    if (layout == local_layout::xor_swizzled) return (all + 31) / 32 * 32;
    return layout == local_layout::padded ? all + all / pad : all;
}

std::uint64_t work_group_pass::local_bytes(const pass_step& s) const {
    const auto each = element_size(s.precision);
    return local_elements(s) * (exchange == exchange_mode::separate ? each / 2 : each);
}

unsigned work_group_pass::item_points(const pass_step&) const {
    return points;
}

namespace {

const char* exchange_text(exchange_mode mode) {
    switch (mode) {
    case exchange_mode::separate:
        return ", real and imaginary parts exchanged separately";
    case exchange_mode::planar:
        return ", planar local memory";
    default:
        return "";
    }
}

const char* twiddles_text(twiddle_source source) {
    return source == twiddle_source::native    ? ", twiddle factors by native sines"
           : source == twiddle_source::precise ? ", twiddle factors by sines"
                                               : "";
}

}  // namespace

std::string work_group_pass::text() const {
    const auto text = std::string(exchange_text(exchange)) + twiddles_text(twiddles);
    if (!split_half) return text;
    constexpr const char* by_units[] = {"", " by NVIDIA's matrix units", " by AMD's matrix units"};
    return text + ", fp16 products" + (split_half > 1 ? " with split matrices" : "") +
           by_units[static_cast<int>(units)];
}

}  // namespace stockham::internal
