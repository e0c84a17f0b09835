// Made-up devices for planner tests: GPUs with every local memory and work-group size that plans must fit, and CPUs.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <stockham/device.hpp>

#include "support/built_slow.hpp"

inline stockham::device_description made_up(std::size_t local_kb, std::size_t work_items) {
    stockham::device_description d;
    d.name = std::to_string(local_kb) + " KB, " + std::to_string(work_items) + " work-items";
    d.local_memory = local_kb * 1024;
    d.max_work_group = work_items;
    d.wavefront = 32;
    d.compute_units = 64;
    d.clock_mhz = 1000;
    return d;
}

inline stockham::device_description made_up_cpu(unsigned vector_bytes) {
    auto d = stockham::named_description("cpu");
    d.name = "cpu with " + std::to_string(vector_bytes) + "-byte vectors";
    d.vector_bytes = vector_bytes;
    return d;
}

/// Differences between CPUs: the width of their vectors, their cores, and the private cache of a core.
struct cpu_limits {
    unsigned vector_bytes, cores;
    std::size_t cache_kb;
};

/// Vectors of 16 to 64 bytes, 1 to 16 cores, caches of 256 KB to 32 MB. Each pair of two such values occurs once.
inline constexpr cpu_limits cpus[] = {{16, 1, 256}, {32, 1, 1024},   {64, 1, 32768}, {16, 2, 1024}, {32, 2, 32768},
                                      {64, 2, 256}, {16, 16, 32768}, {32, 16, 256},  {64, 16, 1024}};

/// Describes such a CPU as PoCL does: local memory lies in the cache.
inline stockham::device_description made_up_cpu(const cpu_limits& limits) {
    auto d = made_up_cpu(limits.vector_bytes);
    d.name += ", " + std::to_string(limits.cores) + " cores, " + std::to_string(limits.cache_kb) + " KB";
    d.compute_units = limits.cores;
    d.local_memory = d.core_cache = limits.cache_kb * 1024;
    return d;
}

inline std::vector<stockham::device_description> made_up_cpus() {
    std::vector<stockham::device_description> all;
    for (const auto& limits : cpus) all.push_back(made_up_cpu(limits));
    return all;
}

/// The smallest, the usual and the largest GPU, and two CPUs: one core with little cache, and 16 cores with much. Slow
/// builds search for faults that devices share, so they have the smallest GPU and one CPU.
inline std::vector<stockham::device_description> descriptions() {
    if (built_slow) return {made_up(16, 64), made_up_cpu({64, 16, 32768})};
    return {made_up(16, 64),   made_up(32, 256),   made_up(48, 1024),         made_up(64, 256),
            made_up(64, 1024), made_up(226, 1024), made_up_cpu({32, 1, 256}), made_up_cpu({64, 16, 32768})};
}

inline constexpr std::size_t local_kilobytes[] = {16, 32, 48, 64, 226};
inline constexpr std::size_t work_group_sizes[] = {64, 256, 1024};

inline std::vector<stockham::device_description> all_descriptions() {
    if (built_slow) return descriptions();
    std::vector<stockham::device_description> all;
    for (auto local : local_kilobytes)
        for (auto items : work_group_sizes) all.push_back(made_up(local, items));
    for (auto& cpu : made_up_cpus()) all.push_back(std::move(cpu));
    for (const char* name : {"gfx906", "gfx90a", "gfx1030", "evergreen", "h200", "cpu"})
        all.push_back(stockham::named_description(name));
    return all;
}
