// Device classification and ranking.
#include "runtime/opencl/device_rules.hpp"

#include <algorithm>
#include <numeric>

namespace stockham::internal {

namespace {

int rank(device_kind kind) {
    return kind == device_kind::gpu ? 0 : kind == device_kind::cpu ? 1 : 2;
}

bool starts_with(const std::string& text, const std::string& start) {
    return text.compare(0, start.size(), start) == 0;
}

}  // namespace

device_kind kind_of(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_CPU) return device_kind::cpu;
    return type & CL_DEVICE_TYPE_GPU ? device_kind::gpu : device_kind::other;
}

unsigned vector_bytes_of(unsigned native_floats, const std::string& platform, const std::string& driver) {
    if (native_floats <= 1) return 0;
    const bool aborts = starts_with(platform, "Portable Computing Language") && starts_with(driver, "3.0");
    const unsigned most = aborts ? 8 : 16;
    unsigned lanes = 4;
    while (2 * lanes <= std::min(native_floats, most)) lanes *= 2;
    return lanes * 4;
}

std::size_t core_cache_of(std::size_t reported, std::size_t local_memory) {
    constexpr std::size_t least = 256 << 10, most = 4 << 20;
    const bool known = reported >= least && reported <= most;
    return std::max(local_memory, known ? reported : least);
}

unsigned cores_of(unsigned engines, unsigned per_core) {
    return per_core && engines % per_core == 0 ? engines / per_core : engines;
}

std::size_t host_alignment(device_kind kind) {
    return kind == device_kind::cpu ? 16 : 128;
}

std::vector<std::size_t> ranked(const std::vector<device_description>& devices) {
    const auto clock = [&](const device_description& d) {
        unsigned mhz = d.clock_mhz;
        if (mhz == 0)
            for (const auto& other : devices)
                if (other.kind == d.kind) mhz = std::max(mhz, other.clock_mhz);
        return static_cast<std::uint64_t>(std::max(mhz, 1U));
    };
    std::vector<std::uint64_t> speed;
    for (const auto& d : devices) speed.push_back(clock(d) * d.compute_units);
    std::vector<std::size_t> order(devices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const bool usable_a = objection_to(devices[a]).empty(), usable_b = objection_to(devices[b]).empty();
        if (usable_a != usable_b) return usable_a;
        const int rank_a = rank(devices[a].kind), rank_b = rank(devices[b].kind);
        return rank_a != rank_b ? rank_a < rank_b : speed[a] > speed[b];
    });
    return order;
}

std::string objection_to(const device_description& d) {
    if (!d.available) return "is not available";
    return d.has_compiler ? "" : "has no compiler";
}

}  // namespace stockham::internal
