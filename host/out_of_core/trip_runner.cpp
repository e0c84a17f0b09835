// Runs the units of a trip on devices, as a job.
#include "out_of_core/trip_runner.hpp"

#include <utility>

#include <stockham/error.hpp>

#include "base/messages/messages.hpp"
#include "job/chunk_sizes.hpp"
#include "job/problem.hpp"
#include "out_of_core/trip_steps.hpp"

namespace stockham::internal {

namespace {

/// Shorter rows of pinned arrays go through pinned memory as well: NVIDIA's driver takes 8 us for each transfer, and as
/// much for each row of clEnqueueWriteBufferRect.
constexpr std::size_t least_direct_row = std::size_t{1} << 20;

/// The rows of units, for copies between an array and packed units.
rows_of_unit rows_of(const trip& t, const trip_side& side) {
    return [&t, &side](std::size_t unit, const std::function<void(const unit_rows&)>& f) {
        for_each_row(side, place_of(t, side, unit), f);
    };
}

}  // namespace

void trip_devices::begin(const out_of_core_options& options) {
    std::exception_ptr last;
    std::vector<std::string> lines;
    for (auto& m : all) {
        m.failure.clear();
        try {
            if (m.lost) std::rethrow_exception(m.lost);
            session_options of_session;
            of_session.memory = options.device_memory;
            if (!m.on) m.on.emplace(m.device, of_session);
        } catch (const opencl_error& e) {
            last = std::current_exception();
            m.failure = e.what();
            lines.push_back("the transform goes on without device " + std::to_string(&m - all.data()) + ": " +
                            m.failure);
        }
    }
    if (lines.size() == all.size()) std::rethrow_exception(last);
    for (const auto& line : lines) options.message ? options.message(line) : say_once(line);
}

trip_runner::trip_runner(const transform& whole, const trip& t, const out_of_core_options& options,
                         trip_devices& devices, std::vector<job_share>& shares)
    : whole_(whole), trip_(t), options_(options), devices_(devices), shares_(shares) {}

void trip_runner::make_engine() {
    job_options o;
    std::vector<session> sessions;
    engaged_.clear();
    for (std::size_t k = 0; k < devices_.all.size(); ++k) {
        if (!devices_.all[k].failure.empty()) continue;
        engaged_.push_back(k);
        o.devices.push_back(devices_.all[k].device);
        sessions.push_back(*devices_.all[k].on);
    }
    o.device_memory = options_.device_memory;
    o.chunk_bytes = link_chunk;
    o.copy_threads = options_.copy_threads;
    o.patience = options_.patience;
    o.pinned = options_.pinned;
    o.message = options_.message;
    o.progress = [this](const job_progress& p) { return !progress_ || progress_(p.done); };
    const unit_phase phase = [t = trip_, start = phase_](std::size_t unit) { return *start + phase_of(t, unit); };
    auto problem =
        unit_job(trip_.unit, trip_.units(), options_.plan, {step_before(trip_, phase), step_after(trip_, phase)});
    problem.text = to_string(whole_);
    engine_.reset();
    engine_ = std::make_unique<job_engine>(std::move(problem), o, std::move(sessions));
}

job_data trip_runner::data_of(const std::byte* input, std::byte* output, bool pinned) const {
    job_data data;
    const auto& problem = *engine_->problem;
    // Arrays and packed units, as rows of bytes to copy.
    const auto copies = [this](const trip_side& side, std::size_t pitch, std::size_t first, std::size_t units,
                               const std::function<void(const unit_rows&, std::size_t packed)>& f) {
        for (std::size_t u = 0; u < units; ++u)
            for_each_row(side, place_of(trip_, side, first + u),
                         [&](const unit_rows& r) { f(r, u * pitch + r.packed); });
    };
    data.read = [this, copies, input, pitch = problem.input.bytes](std::size_t first, std::size_t units, void* to) {
        std::vector<row_copy> all;
        copies(trip_.read, pitch, first, units, [&](const unit_rows& r, std::size_t packed) {
            all.push_back({static_cast<std::byte*>(to) + packed, r.packed_pitch, input + r.array, r.array_pitch,
                           r.bytes, r.rows, true});
        });
        engine_->copies.pool()->copy(all);
    };
    data.write = [this, copies, output, pitch = problem.output.bytes](std::size_t first, std::size_t units,
                                                                      const void* from) {
        std::vector<row_copy> all;
        copies(trip_.write, pitch, first, units, [&](const unit_rows& r, std::size_t packed) {
            all.push_back({output + r.array, r.array_pitch, static_cast<const std::byte*>(from) + packed,
                           r.packed_pitch, r.bytes, r.rows});
        });
        engine_->copies.pool()->copy(all);
    };
    data.in_place = input == output;
    if (pinned && row_bytes(trip_.read) >= least_direct_row) {
        data.input = input;
        data.input_rows = rows_of(trip_, trip_.read);
    }
    if (pinned && row_bytes(trip_.write) >= least_direct_row) {
        data.output = output;
        data.output_rows = rows_of(trip_, trip_.write);
    }
    return data;
}

void trip_runner::take_shares(const job_report& report) {
    for (std::size_t k = 0; k < report.shares.size(); ++k) {
        auto& sum = shares_[engaged_[k]];
        const auto& one = report.shares[k];
        sum.units += one.units;
        sum.chunks += one.chunks;
        sum.busy += one.busy;
        if (one.failure.empty()) continue;
        sum.failure = devices_.all[engaged_[k]].failure = one.failure;
    }
}

bool trip_runner::run(const std::byte* input, std::byte* output, std::uint64_t phase, bool pinned,
                      const std::function<bool(std::size_t units)>& progress) {
    bool outdated = !engine_;
    for (const auto k : engaged_) outdated = outdated || !devices_.all[k].failure.empty();
    if (outdated) make_engine();
    *phase_ = phase;
    progress_ = progress;
    const auto report = engine_->run(data_of(input, output, pinned));
    take_shares(report);
    return report.complete;
}

}  // namespace stockham::internal
