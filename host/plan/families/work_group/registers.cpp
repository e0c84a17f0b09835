// Registers by what ptxas gave kernels of every radix for sm_90.
#include "plan/families/work_group/registers.hpp"

#include <algorithm>

#include "plan/shapes/draft.hpp"

namespace stockham::internal {

namespace {

// 32-bit registers of a unit, NVIDIA's and AMD's alike. Whole warps have them, each work-item a multiple of eight.
constexpr std::uint64_t registers_of_unit = 65536, warp = 32, granule = 8, most_of_item = 255;

std::uint64_t whole(std::uint64_t n, std::uint64_t unit) {
    return (n + unit - 1) / unit * unit;
}

/// What halves, sums and matrices take while a butterfly is multiplied: by ptxas for sm_90, so that nothing spills.
std::uint64_t beside_halves(const pass_step& s) {
    unsigned radix = 1;
    for (const auto& g : s.stages) radix = std::max(radix, g.radix);
    return radix > 8 ? 28 + 2 * s.item_points() : radix > 4 ? 8 + 3 * s.item_points() / 2 : 3 * s.item_points() / 4;
}

/// The largest prime radix beyond those whose butterflies work in place.
unsigned spacious_radix(const pass_step& s) {
    unsigned largest = 0;
    for (const auto& g : s.stages)
        for (unsigned prime : {17U, 19U, 23U, 29U, 31U})
            if (g.radix == prime) largest = std::max(largest, prime);
    return largest;
}

}  // namespace

std::uint64_t registers_each(std::uint64_t work_items) {
    return std::min<std::uint64_t>(registers_of_unit / whole(work_items, warp) / granule * granule, most_of_item);
}

std::uint64_t registers_wanted(const pass_step& s) {
    const bool wide = s.precision == precision::f64;
    std::uint64_t beside = (wide ? 40 : 24) + spacious_radix(s) * (wide ? 6 : 1) / 2;
    if (s.factor) beside += 10;
    if (s.split_half()) beside += beside_halves(s);
    if (s.in.mapped || s.out.mapped || s.in.packed || s.out.packed || s.paired) beside += 8;
    return std::min<std::uint64_t>(s.item_points() * (wide ? 4 : 2) + beside, most_of_item);
}

std::uint64_t groups_that_fit(const pass_step& s, const device_description& device) {
    const std::uint64_t by_registers =
        registers_of_unit / (whole(s.work_items, warp) * whole(registers_wanted(s), granule));
    // NVIDIA's driver takes this of each group's share for itself.
    const std::uint64_t taken = is_nvidia(device) ? 1024 : 0;
    const std::uint64_t by_local = s.local_bytes() ? (usable_local(device) + taken) / (s.local_bytes() + taken) : 16;
    return std::max<std::uint64_t>(1, std::min({by_registers, by_local, std::uint64_t{2048} / s.work_items}));
}

}  // namespace stockham::internal
