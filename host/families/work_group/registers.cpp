// A model of registers by the numbers of the profile.
#include "families/work_group/registers.hpp"

#include <algorithm>
#include <cmath>

#include "base/smooth.hpp"
#include "families/common/draft.hpp"
#include "families/work_group/work_group.hpp"
#include "profile/capabilities.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

std::uint64_t whole(std::uint64_t n, std::uint64_t unit) {
    return (n + unit - 1) / unit * unit;
}

/// The largest prime radix whose butterfly does not work in place; 0 if there is none.
unsigned spacious_radix(const pass_step& s) {
    unsigned largest = 0;
    for (const auto& g : s.stages)
        for (unsigned prime : {17U, 19U, 23U, 29U, 31U})
            if (g.radix == prime) largest = std::max(largest, prime);
    return largest;
}

/// True if a work-item holds no more points than one butterfly of prime length, which cannot be split.
bool holds_one_prime(const pass_step& s) {
    return std::any_of(s.stages.begin(), s.stages.end(),
                       [&](const stage& g) { return s.item_points() <= g.radix && is_prime(g.radix); });
}

/// The same as registers_wanted() without the limit per work-item.
std::uint64_t registers_in_all(const pass_step& s, const profile_data& profile) {
    const bool doubles = s.precision == precision::f64;
    const auto& r = profile.registers;
    double beside = doubles ? r.f64 : r.f32;
    beside += std::floor(spacious_radix(s) * (doubles ? r.spacious_f64 : r.spacious_f32));
    if (s.convolution.factor) beside += r.spectrum;
    if (s.in.mapped || s.out.mapped || s.packs() || s.paired) beside += r.mapped;
    const auto of_points = s.item_points() * (doubles ? 4 : 2);
    // A copy of half spectra has all of its loads in flight: of both lines of a pair.
    const bool copies_halves = s.in.mapped && s.in.mapped->hermitian && s.stages.front().radix == 1;
    if (copies_halves) beside += of_points * (s.paired ? 2 : 1);
    const auto points = of_points + static_cast<std::uint64_t>(beside);
    return points + s.to<work_group_pass>().registers_beside(s, profile);
}

/// Registers for which the code of a work-item compiles without costly spills.
double most_registers(const profile_data& profile) {
    return (1 + profile.registers.beyond_item) * static_cast<double>(profile.unit.item);
}

}  // namespace

std::uint64_t registers_each(std::uint64_t work_items, const device_description& device) {
    const auto& unit = profile_of(device).unit;
    const auto allocated = whole(work_items, unit.items_granule);
    return std::min(unit.registers / allocated / unit.granule * unit.granule, unit.item);
}

std::uint64_t registers_wanted(const pass_step& s, const device_description& device) {
    const auto& profile = profile_of(device);
    return std::min(registers_in_all(s, profile), profile.unit.item);
}

bool has_registers(const pass_step& s, const device_description& device) {
    const auto& profile = profile_of(device);
    const double spilled = s.convolution.factor ? profile.registers.spilled : 0;
    const auto each = static_cast<double>(registers_each(s.work_items, device));
    const bool fits = static_cast<double>(registers_in_all(s, profile)) <= most_registers(profile);
    return (fits || holds_one_prime(s)) && static_cast<double>(registers_wanted(s, device)) <= (1 + spilled) * each;
}

unsigned wanted_sub_group(const pass_step& s, const device_description& device) {
    const auto registers = capabilities_of(device).wide_group_registers;
    return registers && registers_in_all(s, profile_of(device)) > registers ? 16 : 0;
}

std::uint64_t most_points(precision p, const device_description& device) {
    const auto& profile = profile_of(device);
    const bool doubles = p == precision::f64;
    const double left = most_registers(profile) - (doubles ? profile.registers.f64 : profile.registers.f32);
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::max(left, 0.0)) / (doubles ? 4 : 2));
}

std::uint64_t groups_that_fit(const pass_step& s, const device_description& device) {
    const auto& unit = profile_of(device).unit;
    const std::uint64_t by_registers =
        unit.registers / (whole(s.work_items, unit.items_granule) * whole(registers_wanted(s, device), unit.granule));
    const std::uint64_t by_local =
        s.local_bytes() ? (usable_local(device) + unit.taken) / (s.local_bytes() + unit.taken) : unit.groups;
    return std::max<std::uint64_t>(1, std::min({by_registers, by_local, unit.work_items / s.work_items}));
}

}  // namespace stockham::internal
