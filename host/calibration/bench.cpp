// Launches of further copy kernels, and timing by the host clock.
#include "calibration/bench.hpp"

#include <algorithm>
#include <cmath>

namespace stockham::internal {

namespace {

/// The second best of several rounds. Other load makes rounds longer, never shorter.
template <class Round>
double second_best(int rounds, const Round& round) {
    constexpr int taken = 1;
    std::vector<double> all;
    for (int k = 0; k < rounds; ++k) all.push_back(round());
    std::nth_element(all.begin(), all.begin() + taken, all.end());
    return all[taken];
}

}  // namespace

device_description probed_description(context_state& context, cl_device_id id) {
    auto d = describe(id);
    if (d.static_local_memory) d.static_local_memory = std::min(d.static_local_memory, context.static_local_memory(id));
    return d;
}

std::uint64_t most_bench_bytes(const device_description& d) {
    const std::uint64_t wanted = 256 << 20, least = 16 << 20;
    std::uint64_t most = wanted;
    if (d.max_allocation) most = std::min<std::uint64_t>(most, d.max_allocation / 2);
    if (d.global_memory) most = std::min<std::uint64_t>(most, d.global_memory / 8);
    std::uint64_t bytes = least;
    while (2 * bytes <= most) bytes *= 2;
    return bytes;
}

launch launch_of_nothing(const device_description& device) {
    auto made = launch_by_copies("nothing");
    made.groups = std::max(1U, device.compute_units);
    made.arguments = {buffer::output, value_argument(cl_uint{0})};
    return made;
}

launch launch_of_copy_by_one(std::uint64_t bytes, const device_description& device) {
    auto made = launch_by_copies("copy");
    made.work_items = std::min<std::size_t>(device.max_work_group, 1024);
    made.arguments = {buffer::input, buffer::output, value_argument(static_cast<cl_uint>(bytes / sizeof(cl_float4)))};
    return made;
}

launch launch_of_runs(std::uint64_t bytes, std::uint64_t run, std::uint64_t stride, const device_description& device) {
    auto made = launch_by_copies("copy_runs");
    made.work_items = copying_items(device);
    const auto element = sizeof(cl_float2);
    const auto all_rows = bytes / stride;
    // Tiles as large as those of passes.
    const auto rows = std::min<std::uint64_t>(all_rows, std::max<std::uint64_t>(16, 32768 / run));
    made.groups = stride / run * (all_rows / rows);
    made.arguments = {buffer::input, buffer::output, value_argument(static_cast<cl_uint>(run / element)),
                      value_argument(static_cast<cl_uint>(rows)),
                      value_argument(static_cast<cl_uint>(stride / element))};
    return made;
}

calibration_bench::calibration_bench(context_state& context, cl_device_id id, const device_description& device,
                                     std::uint64_t bytes)
    : context_(context), id_(id), device_(device), bytes_(bytes),
      bed_(context, id, precision::f32, device.fp64, bed_sizes{bytes, bytes, bytes}) {
    bed_.reset(buffer::input);
    if (!device.vector_bytes) copy_.emplace(context, id, std::vector{launch_of_copy(bytes, device)});
}

executable calibration_bench::compiled(std::vector<launch> launches) const {
    return executable(context_, id_, std::move(launches));
}

double calibration_bench::seconds(std::vector<launch> launches) {
    constexpr double round_seconds = 4e-3;
    const auto made = compiled(std::move(launches));
    const double one = bed_.seconds(made, 3);
    const auto count = static_cast<unsigned>(std::clamp(round_seconds / one, 2.0, 2000.0));
    return second_best(9, [&] { return bed_.seconds(made, count); });
}

double calibration_bench::device_seconds(std::vector<launch> launches) {
    if (!copy_) return seconds(std::move(launches));
    constexpr double round_seconds = 1.5e-3;
    constexpr int rounds = 5;
    constexpr double most = 400;  // queued launches: beyond some number the driver blocks the host
    const auto each = static_cast<double>(launches.size());
    const executable made(context_, id_, std::move(launches));
    const double one = bed_.seconds(made, 3);
    const auto count = static_cast<unsigned>(std::clamp(round_seconds / one, 2.0, std::max(2.0, most / each)));
    const double copy = bed_.seconds(*copy_, 3);
    constexpr double margin = 1.5;  // the host may slow down
    const auto copies = static_cast<unsigned>(std::ceil(margin * count * one / copy));
    const auto together = second_best(rounds, [&] { return bed_.seconds_behind(*copy_, copies, made, count); });
    const auto alone = second_best(rounds, [&] { return bed_.seconds(*copy_, copies) * copies; });
    return std::max(0.0, together - alone) / count;
}

}  // namespace stockham::internal
