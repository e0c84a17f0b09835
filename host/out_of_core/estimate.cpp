// The trips between storages, and what trips take.
#include "out_of_core/estimate.hpp"

#include <algorithm>
#include <exception>
#include <limits>

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>

#include "out_of_core/block_run.hpp"
#include "profile/known_profiles.hpp"
#include "runtime/memory/memory_rule.hpp"

namespace stockham::internal {

namespace {

/// Adds what the units of a trip take. `array` has the rows in which the trip reads and writes arrays.
void add(out_of_core_estimate& sum, const trip& units, std::size_t times, const trip& array,
         const std::vector<device_description>& devices, const out_of_core_options& options) {
    trip_estimate one;
    one.unit = to_string(units.unit);
    one.units = times * units.units();
    one.read_bytes = bytes_of(array.read, array);
    one.written_bytes = bytes_of(array.write, array);
    one.read_row = row_bytes(array.read);
    one.written_row = row_bytes(array.write);
    one.device_seconds = one.link_seconds = std::numeric_limits<double>::infinity();
    bool any_link = false;
    for (const auto& d : devices) {
        const double each = stockham::estimate(d, units.unit, options.plan).seconds;
        const double rate = profile_of(d).link_rate;
        const auto larger = static_cast<double>(std::max(one.read_bytes, one.written_bytes));
        one.device_seconds = std::min(one.device_seconds, each * static_cast<double>(one.units));
        one.link_seconds = std::min(one.link_seconds, rate > 0 ? larger / rate : 0);
        any_link = any_link || rate > 0;
        sum.device_memory = std::max(sum.device_memory, memory_of(units, d, options).device);
    }
    if (any_link) sum.link_bytes += one.read_bytes + one.written_bytes;
    sum.seconds += std::max(one.device_seconds, one.link_seconds);
    sum.trips.push_back(one);
}

void describe_side(std::string& text, const trip_side& side) {
    text += " " + std::to_string(side.offset);
    for (const auto& d : side.inner) text += "," + std::to_string(d.n) + ":" + std::to_string(d.stride);
}

}  // namespace

void check_options(const out_of_core_options& options) {
    if (!options.plan.on_load.empty() || !options.plan.on_store.empty())
        throw argument_error("plan", "an out-of-core transform takes no callbacks");
    if (options.plan.expert.plan_for || !options.plan.expert.plan_string.empty())
        throw argument_error("plan", "an out-of-core transform chooses its own plans");
}

std::uint64_t bytes_of(const trip_side& side, const trip& t) {
    std::uint64_t bytes = side.element_bytes;
    for (std::size_t k = 0; k < side.inner.size(); ++k) bytes *= k == side.divided ? t.divided : side.inner[k].n;
    for (const auto n : t.outer) bytes *= n;
    return bytes;
}

/// The memory of the smallest device.
static std::size_t least_memory(const std::vector<device_description>& devices, const out_of_core_options& options) {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const auto& d : devices) least = std::min(least, memory_limit(d, options.device_memory));
    return least;
}

static storage_plan in_blocks(const trip_plan& plan, const std::vector<device_description>& devices,
                              const out_of_core_options& options) {
    storage_plan made{{}, plan.scratch_bytes};
    for (const auto& one : plan.trips)
        made.trips.push_back({blocks_within(one.geometry, devices, options), one.from, one.to});
    return made;
}

storage_plan plan_storage(const transform& t, const std::vector<device_description>& devices,
                          const out_of_core_options& options) {
    if (t.placement == placement::in_place)
        throw unsupported_error("out of core", to_string(t) + ": transforms between storages are out of place");
    // A unit that fits into a large device may be too large for the host. Trips for a smaller device have smaller
    // units.
    out_of_core_options planned = options;
    planned.device_memory = least_memory(devices, options);
    std::exception_ptr refused;
    for (;; planned.device_memory /= 2) {
        try {
            const auto plan = plan_trips(t, false, limits_of(devices, refused ? planned : options));
            try {
                return in_blocks(plan, devices, options);
            } catch (const unsupported_error&) {
                if (!refused) refused = std::current_exception();
            }
        } catch (const unsupported_error&) {
            if (refused) std::rethrow_exception(refused);
            throw;
        }
    }
}

out_of_core_estimate estimate_of(const trip_plan& plan, const std::vector<device_description>& devices,
                                 const out_of_core_options& options) {
    out_of_core_estimate sum;
    sum.scratch_bytes = plan.scratch_bytes;
    sum.host_memory = plan.scratch_bytes;
    std::size_t pinned = 0;
    for (const auto& t : plan.trips) {
        add(sum, t.geometry, 1, t.geometry, devices, options);
        std::size_t here = 0;
        for (const auto& d : devices) here += options.pinned ? 0 : memory_of(t.geometry, d, options).pinned;
        pinned = std::max(pinned, here);
    }
    sum.host_memory += pinned;
    return sum;
}

out_of_core_estimate estimate_of(const storage_plan& plan, const std::vector<device_description>& devices,
                                 const out_of_core_options& options) {
    out_of_core_estimate sum;
    sum.scratch_bytes = plan.scratch_bytes;
    sum.sequential = is_sequential(plan);
    for (const auto& t : plan.trips) {
        add(sum, t.geometry.inside, t.geometry.blocks.units(), t.geometry.blocks, devices, options);
        sum.host_memory = std::max(sum.host_memory, host_memory_of(t.geometry, devices, options));
    }
    return sum;
}

bool is_sequential(const storage_plan& plan) {
    if (plan.trips.size() != 1) return false;
    const auto& t = plan.trips.front().geometry.blocks;
    for (const auto* side : {&t.read, &t.write}) {
        if (row_bytes(*side) != side->unit_elements() * side->element_bytes) return false;
        std::size_t end = side->offset;  // of the blocks so far, in elements
        for (std::size_t block = 0; block < t.units(); ++block) {
            const auto place = place_of(t, *side, block);
            if (place.offset != end) return false;
            end += side->unit_elements() / t.step * place.count;
        }
    }
    return true;
}

std::string division_of(const storage_plan& plan) {
    std::string text;
    for (const auto& t : plan.trips) {
        text += to_string(t.geometry.inside.unit) + " " + std::to_string(t.geometry.blocks.units());
        describe_side(text, t.geometry.blocks.read);
        describe_side(text, t.geometry.blocks.write);
        text += "; ";
    }
    return text;
}

}  // namespace stockham::internal
