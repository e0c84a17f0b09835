// Jobs: what the public class describes, and the devices that work on it.
#include <stockham/job.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include <stockham/error.hpp>

#include "base/messages/messages.hpp"
#include "job/copy_pool.hpp"
#include "job/device_worker.hpp"
#include "job/problem.hpp"

namespace stockham {
inline namespace v0_2 {

namespace {

using namespace internal;
using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}

std::string text_of(const std::exception_ptr& why) {
    try {
        std::rethrow_exception(why);
    } catch (const std::exception& e) {
        return e.what();
    } catch (...) {
        return "unknown failure";
    }
}

std::vector<cl_device_id> checked(std::vector<cl_device_id> devices) {
    if (devices.empty()) devices.push_back(choose_device());
    for (std::size_t k = 0; k < devices.size(); ++k) {
        const auto refuse = [&](const std::string& why) {
            throw argument_error("devices", "device " + std::to_string(k) + " of the job " + why);
        };
        if (!devices[k]) refuse("is null");
        const auto described = describe(devices[k]);
        if (std::find(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(k), devices[k]) !=
            devices.begin() + static_cast<std::ptrdiff_t>(k))
            refuse("is named twice: " + described.name);
        if (!described.available || !described.has_compiler) refuse("is not usable: " + described.name);
    }
    return devices;
}

std::size_t memory_limit(const device_description& d, std::size_t chosen) {
    const std::size_t most = d.global_memory / 10 * 9;
    return chosen && most ? std::min(chosen, most) : chosen ? chosen : most;
}

}  // namespace

struct job::state {
    /// A device and the thread of its last run, which may still make a plan that the run did not wait for.
    struct member {
        std::shared_ptr<device_worker> worker;
        std::thread thread;
        std::shared_ptr<std::atomic<bool>> ended = std::make_shared<std::atomic<bool>>(true);
    };

    state(job_problem what, const job_options& given) : options(given), copies(given.copy_threads) {
        problem = std::make_shared<const job_problem>(std::move(what));
        for (auto* const device : checked(given.devices)) {
            crew.emplace_back();
            hire(crew.back(), device);
        }
    }
    ~state() {
        for (auto& m : crew)
            if (m.thread.joinable()) m.thread.join();
    }

    void hire(member& m, cl_device_id device) const {
        const worker_limits limits{memory_limit(describe(device), options.device_memory), options.chunk_bytes,
                                   options.patience};
        m.worker = std::make_shared<device_worker>(device, problem, limits);
    }
    void start(std::size_t number, const std::shared_ptr<job_run>&);
    void wait_for_crew();
    void report_drops(const job_run&, job_report&);
    job_report run(const job_data&);

    job_options options;
    copy_pool copies;
    std::shared_ptr<const job_problem> problem;
    std::vector<member> crew;
    std::mutex mutex;
};

void job::state::start(std::size_t number, const std::shared_ptr<job_run>& run) {
    auto& m = crew[number];
    m.worker->will_run();
    m.ended = std::make_shared<std::atomic<bool>>(false);
    m.thread = std::thread([worker = m.worker, ended = m.ended, number, run, before = std::move(m.thread)]() mutable {
        if (before.joinable()) before.join();
        worker->run(number, *run);
        *ended = true;
    });
}

/// Waits for the devices that hold units: each ends its chunks or gives up in time. One that a driver does not let go
/// of is left behind, and replaced.
void job::state::wait_for_crew() {
    const auto start = clock::now();
    constexpr double to_give_up = 5;
    for (auto& m : crew) {
        while (!*m.ended && !m.worker->is_setting_up() && seconds_since(start) < m.worker->time_limit() + to_give_up)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        if (*m.ended) m.thread.join();
        if ((*m.ended && !m.worker->is_hung()) || (!*m.ended && m.worker->is_setting_up())) continue;
        if (m.thread.joinable()) m.thread.detach();
        hire(m, m.worker->device());
    }
}

/// Says which devices were dropped since the last call, except for the last one, whose failure is the job's.
void job::state::report_drops(const job_run& run, job_report& report) {
    std::vector<std::exception_ptr> reasons;  // at one time: others may be dropped meanwhile
    for (std::size_t k = 0; k < crew.size(); ++k) reasons.push_back(run.work.reason(k));
    const auto left = std::count(reasons.begin(), reasons.end(), nullptr);
    for (std::size_t k = 0; k < crew.size(); ++k) {
        auto& share = report.shares[k];
        const auto why = share.failure.empty() ? reasons[k] : nullptr;
        if (!why || run.work.failure() == why) continue;
        share.failure = text_of(why);
        if (left == 0) continue;
        const auto text = "the job goes on without " + crew[k].worker->description().name + ": " + share.failure;
        if (options.message)
            options.message(text);
        else
            say_once(text);
    }
}

job_report job::state::run(const job_data& data) {
    const std::lock_guard lock(mutex);
    const auto start_time = clock::now();
    std::vector<crew_member> members;
    job_report report;
    for (const auto& m : crew) {
        members.push_back(m.worker->member());
        report.shares.push_back({m.worker->device(), 0, 0, 0, {}});
    }
    const auto all = std::make_shared<job_run>(*problem, members);
    all->data = data;
    std::exception_ptr thrown;
    try {
        for (std::size_t k = 0; k < crew.size(); ++k) start(k, all);
        std::size_t seen = 0, told = 0;
        const auto goes_on = [&] {
            told = all->work.done();
            return !options.progress || options.progress({told, problem->units, seconds_since(start_time)});
        };
        bool cancelled = false;
        while (!all->work.is_over()) {
            seen = all->work.wait_for_change(seen, 0.1);
            report_drops(*all, report);
            cancelled = !goes_on();
            if (cancelled) all->work.cancel();
        }
        if (!cancelled && all->work.done() != told) goes_on();  // chunks that were written during the last call
    } catch (...) {                                             // a function of the options, or no thread
        thrown = std::current_exception();
        all->work.fail(thrown);
    }
    std::vector<std::shared_ptr<device_worker>> workers;
    for (const auto& m : crew) workers.push_back(m.worker);
    wait_for_crew();
    if (!thrown) report_drops(*all, report);
    for (std::size_t k = 0; k < workers.size(); ++k) {
        if (workers[k]->is_setting_up()) continue;
        const auto& did = workers[k]->delivered();
        report.shares[k].units = did.units;
        report.shares[k].chunks = did.chunks;
        report.shares[k].busy = did.busy;
    }
    if (all->work.failure()) std::rethrow_exception(all->work.failure());
    report.complete = all->work.done() == problem->units;
    report.seconds = seconds_since(start_time);
    const auto& shares = report.shares;
    const auto is_dropped = [](const job_share& share) { return !share.failure.empty(); };
    if (!report.complete && std::all_of(shares.begin(), shares.end(), is_dropped))
        std::rethrow_exception(all->work.reason(crew.size() - 1));
    return report;
}

job::job(const transform& t, const job_options& options)
    : state_(std::make_unique<state>(transform_job(t, options.plan), options)) {}
job::job(const transform& unit, std::size_t units, const job_options& options)
    : state_(std::make_unique<state>(unit_job(unit, units, options.plan), options)) {}
job::job(const convolution_description& c, const void* spectrum, const job_options& options)
    : state_(std::make_unique<state>(convolution_job(c, spectrum, options.plan), options)) {}
job::~job() = default;
job::job(job&&) noexcept = default;
job& job::operator=(job&&) noexcept = default;

std::size_t job::units() const {
    return get().problem->units;
}
std::size_t job::input_pitch() const {
    return get().problem->input.bytes;
}
std::size_t job::output_pitch() const {
    return get().problem->output.bytes;
}

job::state& job::get() const {
    if (!state_) throw argument_error("job", "the job has been moved from");
    return *state_;
}

job_report job::run(const job_source& source, const job_sink& sink) {
    if (!source) throw argument_error("source", "the source of the job is empty");
    if (!sink) throw argument_error("sink", "the sink of the job is empty");
    return get().run({source, sink, nullptr, nullptr, false});
}

job_report job::run(const void* input, void* output) {
    auto& s = get();
    const auto& p = *s.problem;
    if (!input) throw argument_error("input", "the input of the job is null");
    if (p.in_place && output && output != input)
        throw argument_error("output", "in place, the output must be the input or null");
    if (p.in_place) output = const_cast<void*>(input);
    if (!output) throw argument_error("output", "the output of the job is null");
    const auto* const from = static_cast<const std::byte*>(input) + p.input.offset;
    auto* const to = static_cast<std::byte*>(output) + p.output.offset;
    const auto extent = [&](const unit_side& side) { return p.units ? (p.units - 1) * side.pitch + side.bytes : 0; };
    if (!p.in_place && from < to + extent(p.output) && to < from + extent(p.input))
        throw argument_error("output", "the input and output of the job must not overlap");
    const bool gaps = p.input.pitch != p.input.bytes || p.output.pitch != p.output.bytes;
    job_data data;
    data.read = [&](std::size_t first, std::size_t units, void* there) {
        s.copies.copy({static_cast<std::byte*>(there), p.input.bytes, from + first * p.input.pitch, p.input.pitch,
                       p.input.bytes, units});
    };
    data.write = [&](std::size_t first, std::size_t units, const void* there) {
        s.copies.copy({to + first * p.output.pitch, p.output.pitch, static_cast<const std::byte*>(there),
                       p.output.bytes, p.output.bytes, units});
    };
    if (!gaps) data.input = from, data.output = to;
    data.pinned = s.options.pinned;
    return s.run(data);
}

}  // namespace v0_2
}  // namespace stockham
