// The devices that work on a job.
#include "job/engine.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <stockham/error.hpp>

#include "base/messages/messages.hpp"
#include "base/start_thread.hpp"
#include "job/chunk_sizes.hpp"

namespace stockham::internal {

namespace {

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

}  // namespace

std::vector<cl_device_id> checked_devices(std::vector<cl_device_id> devices) {
    if (devices.empty()) devices.push_back(choose_device());
    for (std::size_t k = 0; k < devices.size(); ++k) {
        const auto refuse = [&](const std::string& why) {
            throw argument_error("devices", "device " + std::to_string(k) + " of the job " + why);
        };
        if (!devices[k]) refuse("is null");
        if (std::find(devices.begin(), devices.begin() + static_cast<std::ptrdiff_t>(k), devices[k]) !=
            devices.begin() + static_cast<std::ptrdiff_t>(k))
            refuse("is named twice");
        try {
            const auto described = describe(devices[k]);
            if (!described.available || !described.has_compiler) refuse("is not usable: " + described.name);
        } catch (const opencl_error&) {  // a lost device, which others may replace
        }
    }
    return devices;
}

job_engine::job_engine(job_problem what, const job_options& given, std::vector<session> sessions)
    : options(given), copies(given.copy_threads), sessions_(std::move(sessions)) {
    if (!(given.patience >= 0)) throw argument_error("patience", "patience: must be at least 0 seconds");
    problem = std::make_shared<const job_problem>(std::move(what));
    for (auto* const device : checked_devices(given.devices)) {
        devices_.emplace_back();
        add_worker(devices_.back(), device);
    }
    const auto is_lost = [](const used_device& m) { return m.worker->lost() != nullptr; };
    if (std::all_of(devices_.begin(), devices_.end(), is_lost)) std::rethrow_exception(devices_.back().worker->lost());
}

job_engine::~job_engine() {
    for (auto& m : devices_)
        if (m.thread.joinable()) m.thread.join();
}

void job_engine::add_worker(used_device& m, cl_device_id device) const {
    const auto number = static_cast<std::size_t>(&m - devices_.data());
    const worker_limits limits{options.device_memory, options.chunk_bytes, options.patience,
                               number < sessions_.size() ? std::optional(sessions_[number]) : std::nullopt};
    m.worker = std::make_shared<device_worker>(device, problem, limits);
}

void job_engine::start(std::size_t number, const std::shared_ptr<job_run>& run) {
    auto& m = devices_[number];
    m.worker->will_run();
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    // The new thread joins the one before; without a new thread that one stays.
    const auto before = std::make_shared<std::thread>(std::move(m.thread));
    try {
        m.thread = start_thread([worker = m.worker, ended, number, run, before] {
            if (before->joinable()) before->join();
            worker->run(number, *run);
            *ended = true;
        });
        m.ended = ended;
    } catch (const unsupported_error&) {
        m.thread = std::move(*before);
        run->work.drop(number, std::current_exception());
    }
}

std::string job_engine::name_of(std::size_t number) const {
    const auto& name = devices_[number].worker->description().name;
    return name.empty() ? "device " + std::to_string(number) : name;
}

/// Waits for the devices that hold units: each ends its chunks or gives up in time. One that a driver does not let go
/// of is left behind, and replaced.
void job_engine::wait_for_devices() {
    const auto start = clock::now();
    constexpr double to_give_up = 5;
    for (auto& m : devices_) {
        while (!*m.ended && !m.worker->is_setting_up() && seconds_since(start) < m.worker->time_limit() + to_give_up)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        if (*m.ended && m.thread.joinable()) m.thread.join();
        if ((*m.ended && !m.worker->is_hung()) || (!*m.ended && m.worker->is_setting_up())) continue;
        if (m.thread.joinable()) m.thread.detach();
        add_worker(m, m.worker->device());
    }
}

/// Says which devices were dropped since the last call, except for the last one, whose failure is the job's.
void job_engine::report_drops(const job_run& run, job_report& report) {
    std::vector<std::exception_ptr> reasons;  // at one time: others may be dropped meanwhile
    for (std::size_t k = 0; k < devices_.size(); ++k) reasons.push_back(run.work.reason(k));
    const auto left = std::count(reasons.begin(), reasons.end(), nullptr);
    for (std::size_t k = 0; k < devices_.size(); ++k) {
        auto& share = report.shares[k];
        const auto why = share.failure.empty() ? reasons[k] : nullptr;
        if (!why || run.work.failure() == why) continue;
        share.failure = text_of(why);
        if (left == 0) continue;
        const auto text = "the job goes on without " + name_of(k) + ": " + share.failure;
        if (options.message)
            options.message(text);
        else
            say_once(text);
    }
}

namespace {

/// Throws the failure of a job, or the reason of its last device if all devices were dropped before the end.
void check_end(const job_run& all, const job_report& report) {
    if (all.work.failure()) std::rethrow_exception(all.work.failure());
    const auto& shares = report.shares;
    const auto is_dropped = [](const job_share& share) { return !share.failure.empty(); };
    if (!report.complete && std::all_of(shares.begin(), shares.end(), is_dropped))
        std::rethrow_exception(all.work.reason(shares.size() - 1));
}

}  // namespace

job_report job_engine::run(const job_data& data) {
    const std::lock_guard lock(mutex_);
    const auto start_time = clock::now();
    std::vector<dispatch_device> dispatched;
    job_report report;
    for (const auto& m : devices_) {
        dispatched.push_back(m.worker->for_dispatch());
        report.shares.push_back({m.worker->device(), 0, 0, 0, {}});
    }
    const auto all = std::make_shared<job_run>(*problem, dispatched);
    all->data = data;
    std::exception_ptr thrown;
    try {
        for (std::size_t k = 0; k < devices_.size(); ++k) start(k, all);
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
    for (const auto& m : devices_) workers.push_back(m.worker);
    wait_for_devices();
    if (!thrown) report_drops(*all, report);
    for (std::size_t k = 0; k < workers.size(); ++k) {
        if (workers[k]->is_setting_up()) continue;
        const auto& did = workers[k]->delivered();
        report.shares[k].units = did.units;
        report.shares[k].chunks = did.chunks;
        report.shares[k].busy = did.busy;
    }
    report.complete = all->work.done() == problem->units;
    report.seconds = seconds_since(start_time);
    check_end(*all, report);
    return report;
}

}  // namespace stockham::internal
