// Printing and derived sizes of a work-group pass.
#include "families/work_group/work_group.hpp"

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

pass_index::index32 work_group_pass::local_place(pass_index::index32 first, pass_index::index32 i,
                                                 pass_index::index32 apart, pass_index::index32 radix) const {
    switch (layout) {
    case local_layout::padded:
        return pass_index::padded_place(first, i, apart, radix, pad);
    case local_layout::swizzled:
        return pass_index::swizzled_place(first, i, apart, radix);
    case local_layout::xor_swizzled:
        return pass_index::xor_swizzled_place(first, i, apart, swizzle_bits[0], swizzle_bits[1]);
    default:
        return first + i * apart;
    }
}

void work_group_pass::add_traffic(const pass_step&, const profile_data&, pass_traffic& t) const {
    t.split_exchange = exchange == exchange_mode::separate;
    t.prefetch = prefetch > 0;
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

std::string work_group_pass::text(const pass_step& s) const {
    return std::string(exchange_text(exchange)) + twiddles_text(s.twiddles);
}

}  // namespace stockham::internal
