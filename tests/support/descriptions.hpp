// Made-up devices for planner tests: every local memory and work-group size that the plans must cope with, and a CPU.
#pragma once

#include <vector>

#include <stockham/device.hpp>

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

/// The smallest, the usual, the largest, and two CPUs.
inline std::vector<stockham::device_description> descriptions() {
    return {made_up(16, 64),   made_up(32, 256),   made_up(48, 1024), made_up(64, 256),
            made_up(64, 1024), made_up(226, 1024), made_up_cpu(32),   made_up_cpu(64)};
}

inline constexpr std::size_t local_kilobytes[] = {16, 32, 48, 64, 226};
inline constexpr std::size_t work_group_sizes[] = {64, 256, 1024};

inline std::vector<stockham::device_description> all_descriptions() {
    std::vector<stockham::device_description> all;
    for (auto local : local_kilobytes)
        for (auto items : work_group_sizes) all.push_back(made_up(local, items));
    for (unsigned vector_bytes : {16U, 32U, 64U}) all.push_back(made_up_cpu(vector_bytes));
    for (const char* name : {"gfx906", "gfx90a", "gfx1030", "evergreen", "h200", "cpu"})
        all.push_back(stockham::named_description(name));
    return all;
}
