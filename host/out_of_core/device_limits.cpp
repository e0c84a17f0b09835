// How much of a trip fits into the memory of devices.
#include "out_of_core/device_limits.hpp"

#include <algorithm>
#include <string>

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>

#include "job/chunk_sizes.hpp"
#include "out_of_core/block_run.hpp"
#include "runtime/memory/memory_rule.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t default_host_memory = std::size_t{1} << 30;
/// Rows of this size are as fast as longer ones on most disks.
constexpr std::size_t long_row = std::size_t{1} << 17;
/// Reading the first block and writing the last one overlap with nothing. With this number of blocks, they take little
/// of a trip's time.
constexpr std::size_t wanted_blocks = 48;

std::size_t room_of(std::size_t bytes) {
    return (bytes + unit_alignment - 1) / unit_alignment * unit_alignment;
}

std::string shortage_on(const device_description& d, const transform& unit, const out_of_core_options& options) {
    const std::size_t in = room_of(input_bytes(unit)), out = room_of(output_bytes(unit));
    const std::size_t workspace = estimate(d, unit, options.plan).workspace_size;
    const std::size_t limit = memory_limit(d, options.device_memory);
    const auto text = [&](std::size_t bytes, const char* what, std::size_t most) {
        return "the smallest part of it, " + to_string(unit) + ", needs " + std::to_string(bytes) + " bytes " + what +
               d.name + "; the limit is " + std::to_string(most);
    };
    const std::size_t largest = std::max({in, out, workspace});
    if (d.max_allocation && largest > d.max_allocation) return text(largest, "in one buffer on ", d.max_allocation);
    if (in + out + workspace > limit) return text(in + out + workspace, "on ", limit);
    return {};
}

std::size_t bytes_of(const trip_side& side) {
    return side.unit_elements() * side.element_bytes;
}

}  // namespace

trip_limits limits_of(const std::vector<device_description>& devices, const out_of_core_options& options) {
    trip_limits made;
    // A chunk has two sides, and four of them overlap.
    made.most_bytes = ~std::size_t{0};
    for (const auto& d : devices)
        made.most_bytes = std::min(made.most_bytes, memory_limit(d, options.device_memory) / (2 * most_slots + 2));
    made.wanted_bytes = std::min(link_chunk, made.most_bytes);
    made.shortage = [&devices, &options](const transform& unit) {
        for (const auto& d : devices)
            if (auto text = shortage_on(d, unit, options); !text.empty()) return text;
        return std::string();
    };
    return made;
}

chunk_memory memory_of(const trip& t, const device_description& d, const out_of_core_options& options) {
    const std::size_t in = room_of(bytes_of(t.read)), out = room_of(bytes_of(t.write));
    const std::size_t workspace = estimate(d, t.unit, options.plan).workspace_size;
    const std::size_t room =
        memory_limit(d, options.device_memory) - std::min(memory_limit(d, options.device_memory), workspace);
    std::size_t units = std::clamp<std::size_t>(link_chunk / std::max(in, out), 1, t.units());
    while (units > 1 && 2 * units * (in + out) > room) units /= 2;
    const std::size_t chunk = units * (in + out);
    const std::size_t slots =
        std::clamp<std::size_t>(std::min(room / chunk, (t.units() + units - 1) / units), 1, most_slots);
    return {slots * chunk + workspace, slots * chunk};
}

std::size_t host_memory_of(const blocked_trip& b, const std::vector<device_description>& devices,
                           const out_of_core_options& options) {
    std::size_t bytes = resident_blocks * (bytes_of(b.blocks.read) + bytes_of(b.blocks.write));
    for (const auto& d : devices) bytes += memory_of(b.inside, d, options).pinned;
    return bytes;
}

blocked_trip blocks_within(const trip& t, const std::vector<device_description>& devices,
                           const out_of_core_options& options) {
    const std::size_t limit = options.host_memory ? options.host_memory : default_host_memory;
    const auto fits = [&](std::size_t parts) {
        return host_memory_of(make_blocks(t, parts), devices, options) <= limit;
    };
    if (!fits(1))
        throw unsupported_error("memory", "the smallest part of it, " + to_string(t.unit) + ", needs " +
                                              std::to_string(host_memory_of(make_blocks(t, 1), devices, options)) +
                                              " bytes of host memory; the limit is " + std::to_string(limit));
    std::size_t parts = 1;
    for (std::size_t step = t.parts(); step > 0; step /= 2)
        while (parts + step <= t.parts() && fits(parts + step)) parts += step;
    // Smaller blocks overlap better, unless their rows are short.
    const auto row = [&](std::size_t n) {
        const auto b = make_blocks(t, n);
        return std::min(row_bytes(b.blocks.read), row_bytes(b.blocks.write));
    };
    while (parts > 1 && make_blocks(t, parts).blocks.units() < wanted_blocks &&
           row((parts + 1) / 2) >= std::min(row(parts), long_row))
        parts = (parts + 1) / 2;
    return make_blocks(t, even_part(t.parts(), parts));
}

}  // namespace stockham::internal
