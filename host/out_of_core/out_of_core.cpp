// Transforms of arrays that are larger than a device's memory: the public class.
#include <stockham/out_of_core.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <stockham/error.hpp>

#include "out_of_core/block_run.hpp"
#include "out_of_core/device_limits.hpp"
#include "out_of_core/estimate.hpp"
#include "out_of_core/plan_trips.hpp"
#include "out_of_core/trip_runner.hpp"

namespace stockham {
inline namespace v0_2 {

using namespace internal;

struct out_of_core::state {
    state(const transform& t, const out_of_core_options& given) : what(t), options(given) {
        check_options(options);
        check(what);
        for (auto* const d : checked_devices(options.devices)) {
            devices.all.push_back({d, nullptr, std::nullopt, {}});
            try {
                described.push_back(describe(d));
            } catch (const opencl_error&) {
                devices.all.back().lost = std::current_exception();
            }
        }
        if (described.empty()) std::rethrow_exception(devices.all.back().lost);
        arrays = plan_trips(what, true, limits_of(described, options));
    }

    /// The trips between storages, planned on first use.
    const storage_plan& storages() {
        if (!between_storages) between_storages = plan_storage(what, described, options);
        return *between_storages;
    }

    out_of_core_report run_arrays(const std::byte* input, std::byte* output);
    out_of_core_report run_storages(array_storage&, array_storage&, array_storage*, const out_of_core_record&);
    void start(std::size_t trips, std::uint64_t total);
    bool go_on(std::size_t trip, std::uint64_t done) const;
    void new_trip();

    const transform what;
    const out_of_core_options options;
    trip_devices devices;
    std::vector<device_description> described;  // without lost devices
    trip_plan arrays;
    std::optional<storage_plan> between_storages;
    std::mutex mutex;

    // One run.
    using clock = std::chrono::steady_clock;
    static double seconds_since(clock::time_point start) {
        return std::chrono::duration<double>(clock::now() - start).count();
    }
    out_of_core_report report;
    clock::time_point start_time;
    std::size_t trips = 0;
    std::uint64_t total = 0, finished = 0;
};

void out_of_core::state::start(std::size_t count, std::uint64_t bytes) {
    start_time = clock::now();
    report = {};
    trips = count;
    total = bytes;
    finished = 0;
    devices.begin(options);
}

void out_of_core::state::new_trip() {
    report.trips.emplace_back();
    for (const auto& m : devices.all) report.trips.back().shares.push_back({m.device, 0, 0, 0, m.failure});
}

/// Reports progress. False: cancelled.
bool out_of_core::state::go_on(std::size_t trip, std::uint64_t done) const {
    if (!options.progress) return true;
    return options.progress({trip, trips, finished + done, total, seconds_since(start_time)});
}

out_of_core_report out_of_core::state::run_arrays(const std::byte* input, std::byte* output) {
    const std::lock_guard lock(mutex);
    std::uint64_t bytes = 0;
    for (const auto& t : arrays.trips) bytes += bytes_of(t.geometry.write, t.geometry);
    start(arrays.trips.size(), bytes);
    std::unique_ptr<std::byte[]> scratch;
    if (arrays.scratch_bytes) scratch.reset(new std::byte[arrays.scratch_bytes]);
    for (std::size_t k = 0; k < arrays.trips.size() && report.complete; ++k) {
        const auto& t = arrays.trips[k];
        const auto* const from = t.from == trip_array::input    ? input
                                 : t.from == trip_array::output ? output
                                                                : scratch.get();
        auto* const to = t.to == trip_array::output ? output : scratch.get();
        const bool pinned = options.pinned && t.from != trip_array::scratch && t.to != trip_array::scratch;
        const std::uint64_t each = bytes_of(t.geometry.write, t.geometry) / t.geometry.units();
        new_trip();
        trip_runner runner(what, t.geometry, options, devices, report.trips.back().shares);
        const auto trip_start = clock::now();
        report.complete = runner.run(from, to, 0, pinned, [&](std::size_t units) { return go_on(k, units * each); });
        report.trips.back().seconds = report.trips.back().transform_seconds = seconds_since(trip_start);
        finished += bytes_of(t.geometry.write, t.geometry);
    }
    report.seconds = seconds_since(start_time);
    return report;
}

/// Refuses storages that are read or written in order if the blocks are not.
static void check_order(const storage_plan& plan, const array_storage& input, const array_storage& output) {
    if (is_sequential(plan)) return;
    const auto refuse = [](const char* field) {
        throw argument_error(field, std::string("the ") + field + " is sequential, but the transform is not");
    };
    if (input.is_sequential()) refuse("input");
    if (output.is_sequential()) refuse("output");
}

out_of_core_report out_of_core::state::run_storages(array_storage& input, array_storage& output, array_storage* scratch,
                                                    const out_of_core_record& record) {
    const std::lock_guard lock(mutex);
    const auto& plan = storages();
    if (plan.scratch_bytes && !scratch)
        throw argument_error("scratch", to_string(what) + " needs a storage for what lies between its trips");
    check_order(plan, input, output);
    std::uint64_t bytes = 0;
    for (const auto& t : plan.trips) bytes += bytes_of(t.geometry.blocks.write, t.geometry.blocks);
    start(plan.trips.size(), bytes);
    copy_pool read_threads(storage_threads), write_threads(storage_threads);
    for (std::size_t k = 0; k < plan.trips.size() && report.complete; ++k) {
        const auto& t = plan.trips[k];
        const std::uint64_t all = bytes_of(t.geometry.blocks.write, t.geometry.blocks);
        const std::uint64_t each = all / t.geometry.blocks.units();
        const std::uint64_t each_unit = each / t.geometry.inside.units();
        new_trip();
        trip_runner runner(what, t.geometry.inside, options, devices, report.trips.back().shares);
        block_run run;
        run.blocks = &t.geometry.blocks;
        run.from = t.from == trip_array::input ? &input : t.from == trip_array::output ? &output : scratch;
        run.to = t.to == trip_array::output ? &output : scratch;
        run.read_threads = &read_threads;
        run.write_threads = &write_threads;
        run.is_done = [&](std::size_t block) { return record.is_done && record.is_done(k, block); };
        if (record.add) run.finished = [&](std::size_t block) { record.add(k, block); };
        run.transform = [&](std::size_t block, const std::byte* in, std::byte* out) {
            const auto phase = phase_of(t.geometry.blocks, block);
            return runner.run(in, out, phase, false,
                              [&](std::size_t units) { return go_on(k, block * each + units * each_unit); });
        };
        run.report = &report.trips.back();
        report.complete = run.run();
        finished += all;
    }
    report.seconds = seconds_since(start_time);
    return report;
}

out_of_core::out_of_core(const transform& t, const out_of_core_options& options)
    : state_(std::make_unique<state>(t, options)) {}
out_of_core::~out_of_core() = default;
out_of_core::out_of_core(out_of_core&&) noexcept = default;
out_of_core& out_of_core::operator=(out_of_core&&) noexcept = default;

out_of_core::state& out_of_core::get() const {
    if (!state_) throw argument_error("out_of_core", "the out-of-core transform has been moved from");
    return *state_;
}

out_of_core_estimate out_of_core::estimate() const {
    auto& s = get();
    const std::lock_guard lock(s.mutex);
    return estimate_of(s.arrays, s.described, s.options);
}

out_of_core_estimate out_of_core::estimate_storage() const {
    auto& s = get();
    const std::lock_guard lock(s.mutex);
    return estimate_of(s.storages(), s.described, s.options);
}

std::string out_of_core::division() const {
    auto& s = get();
    const std::lock_guard lock(s.mutex);
    return division_of(s.storages());
}

out_of_core_report out_of_core::run(const void* input, void* output) {
    auto& s = get();
    if (!input) throw argument_error("input", "the input of the transform is null");
    const bool in_place = s.what.placement == placement::in_place;
    if (in_place && output && output != input)
        throw argument_error("output", "in place, the output must be the input or null");
    if (in_place) output = const_cast<void*>(input);
    if (!output) throw argument_error("output", "the output of the transform is null");
    const auto* const from = static_cast<const std::byte*>(input);
    auto* const to = static_cast<std::byte*>(output);
    if (!in_place && from < to + output_bytes(s.what) && to < from + input_bytes(s.what))
        throw argument_error("output", "the input and output of the transform must not overlap");
    return s.run_arrays(from, to);
}

out_of_core_report out_of_core::run(array_storage& input, array_storage& output, array_storage* scratch,
                                    const out_of_core_record& record) {
    auto& s = get();
    if (&input == &output || &input == scratch)
        throw argument_error("output", "the input must be a storage of its own");
    if (&output == scratch) throw argument_error("scratch", "the scratch must be a storage of its own");
    return s.run_storages(input, output, scratch, record);
}

array_storage::~array_storage() = default;
void array_storage::flush() {}
bool array_storage::is_sequential() const {
    return false;
}

out_of_core_estimate estimate_out_of_core(const device_description& d, const transform& t,
                                          const out_of_core_options& options) {
    check_options(options);
    check(t);
    const std::vector described{d};
    return estimate_of(plan_trips(t, true, limits_of(described, options)), described, options);
}

out_of_core_estimate estimate_out_of_core_storage(const device_description& d, const transform& t,
                                                  const out_of_core_options& options) {
    check_options(options);
    check(t);
    const std::vector described{d};
    return estimate_of(plan_storage(t, described, options), described, options);
}

}  // namespace v0_2
}  // namespace stockham
