// The cost model: adds the terms of passes, launches and transposes (terms.hpp).
#include "cost/cost.hpp"

#include <algorithm>
#include <cmath>

#include "cost/terms.hpp"
#include "profile/known_profiles.hpp"

namespace stockham::internal {

namespace {

template <class View>
bool always(const View&) {
    return true;
}

constexpr cost_term<launch_view> of_launches[] = {
    {"launches", always, [](const launch_view& v, double) { return v.count * v.each(); }},
    {"waiting for the host", [](const launch_view& v) { return v.each() <= v.costs.every; },
     [](const launch_view& v, double) {
         return v.count * (v.costs.every - v.costs.hidden * (v.costs.every - v.each()));
     }},
};

constexpr cost_term<transpose_view> of_transposes[] = {
    {"copy", always, [](const transpose_view& v, double before) { return before + copy_seconds(v.p, v.bytes); }},
    {"tiles", always, [](const transpose_view& v, double before) { return v.p.transpose * before; }},
};

/// Discards the names.
constexpr auto only_sum = [](const char*, double) {};

}  // namespace

const term_table<launch_view> launch_terms = table_of(of_launches);
const term_table<transpose_view> transpose_terms = table_of(of_transposes);

bool is_partly_cached(std::uint64_t plan_bytes, const device_description& device) {
    const auto& p = profile_of(device);
    return static_cast<double>(plan_bytes) <= p.thresholds.partly_cached * p.cached_bytes;
}

data_place place_of(std::uint64_t plan_bytes, const device_description& device) {
    const bool fits = static_cast<double>(plan_bytes) <= profile_of(device).cached_bytes;
    return fits ? data_place::cache : data_place::memory;
}

double device_seconds(const pass_traffic& t, const device_description& device) {
    auto v = view_of(t, profile_of(device), device);
    return t.correction * seconds_of(v, only_sum);
}

double unit_seconds(std::uint64_t bytes, const device_description& device) {
    const auto& p = profile_of(device);
    const double measured = p.passes ? p.passes->copy_seconds(bytes) : 0;
    return measured > 0 ? measured : copy_seconds(p, static_cast<double>(bytes));
}

double launched_seconds(double device_seconds, std::uint64_t launches, const device_description& device) {
    const launch_view v{profile_of(device).launches, static_cast<double>(launches), device_seconds};
    return sum_of(launch_terms, v, device_seconds, only_sum);
}

double least_seconds(std::uint64_t bytes, const device_description& device) {
    const auto& p = profile_of(device);
    const auto moved = static_cast<double>(bytes);
    double least = copy_seconds(p, moved);
    if (moved > p.cached_bytes)
        least += p.beyond.wait;
    else if (p.in_cache.rate > 0)
        least = std::min(least, p.in_cache.stage + moved / p.in_cache.rate);
    if (p.passes) {
        constexpr double below = 0.85;  // corrections and other sizes take less than what was measured
        least = below * std::min(least, p.passes->least_copies() * unit_seconds(bytes, device));
    }
    return launched_seconds(least, 1, device);
}

double handover_seconds(const pass_traffic& first, const pass_traffic& second, const device_description& device) {
    // Groups of the second pass wait for the whole first pass, once for each time that it fills the device. Some of
    // them have started by then and occupy part of it.
    const auto& l = profile_of(device).launches;
    const double room =
        l.room * std::max(1U, device.compute_units) * std::max(1U, std::min(first.resident, second.resident));
    return std::ceil(static_cast<double>(first.groups) / room) * l.handover;
}

double shared_launch_seconds(const pass_traffic& first, const pass_traffic& second, const device_description& device) {
    return launched_seconds(device_seconds(first, device) + handover_seconds(first, second, device) +
                                device_seconds(second, device),
                            1, device);
}

double most_gain_by_sharing(const device_description& device) {
    return profile_of(device).launches.every;
}

double parts_with_idle(double seconds, std::uint64_t parts, const device_description& device) {
    const double units = std::max(1U, device.compute_units), count = static_cast<double>(parts);
    const double rounds = std::ceil(count / units);
    return seconds * rounds * units / count;
}

double parts_seconds(const std::vector<pass_traffic>& passes, std::uint64_t parts, const device_description& device) {
    const auto& p = profile_of(device);
    double seconds = 0;
    for (std::size_t k = 0; k < passes.size(); ++k) {
        const auto v = view_of_part(passes, k, parts, p, device);
        seconds += passes[k].correction * (v.access * v.copy);
        seconds += passes[k].correction * (sum_of(v.terms->work, v, 0, only_sum) * v.unit);
    }
    return launched_seconds(parts_with_idle(seconds, parts, device), 1, device);
}

double transpose_seconds(std::uint64_t bytes, const device_description& device) {
    const transpose_view v{profile_of(device), static_cast<double>(bytes)};
    return launched_seconds(sum_of(transpose_terms, v, 0, only_sum), 1, device);
}

double workspace_seconds(std::uint64_t bytes, const device_description& device) {
    const auto& p = profile_of(device);
    return p.workspace * slow_copy_seconds(p, 2 * static_cast<double>(bytes));
}

}  // namespace stockham::internal
