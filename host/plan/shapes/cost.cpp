// The cost model's numbers, measured on an H200 (GPUs) and on two cores of a CPU with 512-bit vectors under PoCL.
#include "plan/shapes/cost.hpp"

#include <algorithm>
#include <cstddef>

namespace stockham::internal {

namespace {

struct run_cost {
    std::uint64_t bytes;
    double factor;
};

// Time of a pass over the time to copy its bytes, by the width of its contiguous runs.
constexpr run_cost gpu_runs[] = {{256, 1.02}, {128, 1.03}, {64, 1.09}, {32, 1.45}, {16, 2.6}, {0, 4.5}};

// What runs of 128 bytes cost the more the farther apart they lie; longer runs cost as much less.
constexpr run_cost gpu_strides[] = {{1 << 20, 0.16}, {1 << 18, 0.13}, {1 << 15, 0.08}, {0, 0}};
double gpu_stride(std::uint64_t stride, std::uint64_t run) {
    for (const auto& row : gpu_strides)
        if (stride >= row.bytes) return row.factor * 128 / static_cast<double>(std::max<std::uint64_t>(run, 128));
    return 0;
}

constexpr run_cost cpu_runs[] = {{64, 1.0}, {32, 1.5}, {16, 2.5}, {0, 4.0}};

template <std::size_t N>
double factor(const run_cost (&table)[N], std::uint64_t run) {
    for (const auto& row : table)
        if (run >= row.bytes) return row.factor;
    return table[N - 1].factor;
}

// What each exchange through local memory adds, by the work-groups that share a compute unit: one alone leaves memory
// idle while it computes, of two one loads or stores meanwhile, and more hide it nearly all.
constexpr double gpu_exchange[] = {0.13, 0.025, 0.01};
constexpr double gpu_few_work_items = 1.6;  // the more where they have few work-items in all
// Parts in turn: a little less where they are exchanged once, more and more where several times.
constexpr double gpu_split = -0.02, gpu_split_exchange = 0.015;
// Less than 16 points a work-item: more stages, and less in flight.
constexpr double gpu_few_points = 0.015;
// A stage whose work-items are not all busy, or that has a round for some of them alone.
constexpr double gpu_effort = 0.15;
// Fetching ahead (and leaving the cache to it) is worth this where one group is alone, and costs about as much where
// others load at the same time anyway.
constexpr double gpu_ahead = 0.08;
// Twiddle factors towards later passes: beside wide runs, beside narrow ones, and the more where they differ from
// work-item to work-item.
constexpr double gpu_twiddle = 0.03, gpu_narrow_twiddle = 0.14, gpu_scattered_rotation = 0.08;

// A pass that multiplies by a spectrum computes for longer than it moves data: copies of what it works on that take as
// long as one stage, where the groups of a unit compute in turn, and where there is but one.
constexpr double gpu_spectrum_stage = 0.26, gpu_spectrum_stage_alone = 0.36;

// A GPU issues about this many instructions of each point while it copies the point, as far as waiting lets it.
constexpr double gpu_issued = 90;

// What a launch costs, in bytes copied meanwhile: 4 us of 4 TB/s, and 20 us of 10 GB/s.
constexpr double gpu_launch = 16e6, cpu_launch = 2e5;
// A CPU computes about as long as it moves: bytes copied in the time of one stage of one point, all lanes in use.
constexpr double cpu_stage = 6;
constexpr double cpu_gather = 12;

// A CPU's local memory is in the core's cache: a tile that fills more than half of it goes to memory between stages.
constexpr double cpu_crowded = 2;

/// The share of the device that so few groups leave idle, as a factor on time. The last round of groups is part of it
/// only on CPUs, whose few cores make it felt.
double idle(std::uint64_t groups, const device_description& device) {
    const std::uint64_t units = std::max(1U, device.compute_units);
    if (groups >= units && device.vector_bytes == 0) return 1;
    const auto rounds = (groups + units - 1) / units;
    return static_cast<double>(rounds * units) / static_cast<double>(groups);
}

/// Time over the time to copy the same bytes on a GPU that all groups keep busy.
double gpu_factor(const pass_traffic& t) {
    const double runs = (factor(gpu_runs, t.in_run) + factor(gpu_runs, t.out_run) + gpu_stride(t.in_stride, t.in_run) +
                         gpu_stride(t.out_stride, t.out_run)) /
                        2;
    const unsigned exchanges = t.stages - 1;
    const double few = t.min_groups > 1 && t.min_groups * t.work_items <= 512 ? gpu_few_work_items : 1;
    double work = gpu_exchange[std::min(t.min_groups, 3U) - 1] * few * exchanges;
    if (t.split_exchange) work += gpu_split + gpu_split_exchange * exchanges;
    if (t.prefetch) work += t.min_groups == 1 && t.in_run >= 64 ? -gpu_ahead : gpu_ahead;
    if (t.twiddled) work += std::min(t.in_run, t.out_run) >= 128 ? gpu_twiddle : gpu_narrow_twiddle;
    if (t.scattered) work += gpu_scattered_rotation;
    if (t.few_points) work += gpu_few_points;
    work += gpu_effort * (t.effort - 1) * t.stages;
    // Real lines and padded ones have more to do for each byte that they move.
    const double worked = static_cast<double>(t.worked_bytes) / static_cast<double>(t.bytes);
    const double each = t.min_groups == 1 ? gpu_spectrum_stage_alone : gpu_spectrum_stage;
    const double computing = std::max(t.multiplied ? worked * each * t.effort * t.stages : 0, t.split / gpu_issued);
    return runs * std::max(1 + work * worked, computing);
}

}  // namespace

double pass_cost(const pass_traffic& t, const device_description& device) {
    const auto bytes = static_cast<double>(t.bytes), points = static_cast<double>(t.points);
    const auto launches = static_cast<double>(t.launches);
    if (device.vector_bytes == 0) return bytes * gpu_factor(t) * idle(t.groups, device) + launches * gpu_launch;
    const double runs = (factor(cpu_runs, t.in_run) + factor(cpu_runs, t.out_run)) / 2;
    const double crowded = 2 * t.local_bytes > std::max(device.core_cache, device.local_memory) ? cpu_crowded : 1;
    const double work =
        bytes * runs + points * (crowded * cpu_stage * t.stages / t.lanes_used + cpu_gather * t.gathers);
    return work * idle(t.groups, device) + launches * cpu_launch;
}

double pass_floor(std::uint64_t bytes, const device_description& device) {
    return static_cast<double>(bytes) + (device.vector_bytes == 0 ? gpu_launch : cpu_launch);
}

double shared_launch_gain() {
    return 0.75 * gpu_launch;
}

double transpose_cost(std::uint64_t bytes, const device_description& device) {
    return static_cast<double>(bytes) * 1.1 + (device.vector_bytes == 0 ? gpu_launch : cpu_launch);
}

}  // namespace stockham::internal
