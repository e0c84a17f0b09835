// One device of a job: two threads, one that starts chunks and one that finishes them.
#include "job/device_worker.hpp"

#include <algorithm>
#include <cstdint>
#include <thread>
#include <utility>

#include <stockham/error.hpp>

#include "base/start_thread.hpp"
#include "job/chunk_sizes.hpp"
#include "profile/known_profiles.hpp"
#include "runtime/memory/memory_rule.hpp"
#include "runtime/opencl/device_rules.hpp"

namespace stockham::internal {

namespace {

using seconds = std::chrono::duration<double>;

/// Where nothing crosses a link, a chunk should take about this long, and have at most these bytes.
constexpr double chunk_seconds = 0.03;
constexpr std::size_t most_shared_chunk = std::size_t{64} << 20;

std::size_t unit_bytes(const job_problem& p) {
    return p.input.bytes + (p.in_place ? 0 : p.output.bytes);
}

bool is_aligned(const std::byte* array, device_kind kind) {
    return reinterpret_cast<std::uintptr_t>(array) % host_alignment(kind) == 0;
}

}  // namespace

device_worker::device_worker(cl_device_id device, std::shared_ptr<const job_problem> problem,
                             const worker_limits& limits)
    : device_(device), problem_(std::move(problem)), limits_(limits) {
    try {
        describe_device();
    } catch (const opencl_error&) {
        lost_ = std::current_exception();
    }
}

/// Its memory, its expected speed and the size of its chunks.
void device_worker::describe_device() {
    description_ = describe(device_);
    shares_memory_ = shares_host_memory(device_);
    asked_memory_ = limits_.memory;
    most_memory_ = limits_.memory = memory_limit(description_, asked_memory_);
    const auto& p = *problem_;
    const std::size_t larger = std::max(p.input.bytes, p.output.bytes);
    const std::size_t by_link = std::max<std::size_t>(1, link_chunk / larger);
    const double each = p.seconds(description_, by_link) / static_cast<double>(by_link);
    const double rate = profile_of(description_).link_rate;
    const double link = shares_memory_ || rate <= 0 ? 0 : static_cast<double>(larger) / rate;
    expected_speed_ = 1 / std::max({each, link, 1e-12});
    std::size_t units = by_link;
    if (shares_memory_) {
        const auto most = static_cast<double>(std::max<std::size_t>(1, most_shared_chunk / larger));
        units = static_cast<std::size_t>(std::clamp(chunk_seconds / each, 1.0, most));
    }
    if (limits_.chunk_bytes) units = limits_.chunk_bytes / larger;
    wanted_units_ = std::clamp<std::size_t>(units, 1, std::max<std::size_t>(1, p.units));
}

dispatch_device device_worker::for_dispatch() const {
    return {expected_speed_, description_.kind == device_kind::cpu};
}

device_worker::~device_worker() {
    if (!hung_) return;
    for (auto& slot : slots_) {
        static_cast<void>(slot.linked.release());
        static_cast<void>(slot.shared.release());
    }
    for (auto& flight : flights_) static_cast<void>(flight.done.release());
    static_cast<void>(chunks_.release());
    new std::optional<session>(on_);  // never released
}

/// True if the device's memory holds the buffers of this many chunks, and each buffer is possible.
bool device_worker::fits(std::size_t units, std::size_t slots) const {
    const std::size_t most = description_.max_allocation;
    const std::size_t larger = units * std::max(problem_->input.bytes, problem_->output.bytes);
    const std::size_t workspace = chunks_->plan ? chunks_->plan->workspace_size() : 0;
    if (most && (larger > most || workspace > most)) return false;
    return units * slots * unit_bytes(*problem_) + workspace <= limits_.memory;
}

void device_worker::make_plan(std::size_t units) {
    chunks_->plan = problem_->plan(on_->context(), device_, units);
    chunks_->units = units;
}

/// Makes what all runs need: queues, the plan of a whole chunk, and empty slots. Chunks become smaller, then fewer,
/// until they fit into the device's memory.
void device_worker::set_up() {
    session_options options;
    options.memory = asked_memory_;
    if (!on_) on_ = limits_.on ? limits_.on : std::optional<session>(std::in_place, device_, options);
    limits_.memory = std::min(most_memory_, on_->usable_memory());  // other sessions may have taken some
    if (!slots_.empty() && fits(chunks_->units, slots_.size())) {
        chunks_->workspace = on_->buffer(chunks_->plan->workspace_size());
        return;
    }
    slots_.clear();
    chunks_ = std::make_unique<device_chunks>();
    chunks_->on = &*on_;
    chunks_->problem = problem_.get();
    std::size_t units = wanted_units_;
    while (units > 1 && !fits(units, 2)) units /= 2;
    if (fits(units, 1)) make_plan(units);
    while (!fits(units, 1) && units > 1) make_plan(units /= 2);  // the workspace takes the rest
    if (!fits(units, 1))
        throw unsupported_error("memory", problem_->text + ": a job may use " + std::to_string(limits_.memory) +
                                              " bytes on " + description_.name + ", too few for one transform");
    chunks_->workspace = on_->buffer(chunks_->plan->workspace_size());
    std::size_t slots = 1;
    while (slots < most_slots && slots * units < problem_->units && fits(units, slots + 1)) ++slots;
    slots_.resize(slots);
}

/// The shortest way that the chunk can take.
chunk_route& device_worker::route_for(slot& s, const job_data& data, unit_range range) {
    if (data.shared_input && shares_memory_ && !problem_->in_place && range.units == chunks_->units &&
        is_aligned(data.shared_input + range.first * problem_->input.bytes, description_.kind) &&
        is_aligned(data.shared_output + range.first * problem_->output.bytes, description_.kind)) {
        if (!s.shared) s.shared = shared_route(*chunks_);
        return *s.shared;
    }
    if (!s.linked) s.linked = linked_route(*chunks_);
    return *s.linked;
}

void device_worker::give_up(std::exception_ptr why) {
    run_->work.drop(number_, std::move(why));
    {
        const std::lock_guard lock(mutex_);
        failed_ = true;
    }
    changed_.notify_all();
}

/// Runs a thread's work. A failure of the user's functions ends the job, any other one the use of this device.
template <class Work>
void device_worker::guarded(Work work) {
    try {
        work();
    } catch (const user_failure& failure) {
        run_->work.fail(failure.why);
        give_up(run_->work.failure());  // the first failure of these functions, so that no device is blamed
    } catch (...) {
        give_up(std::current_exception());
    }
}

void device_worker::start_chunk(std::size_t number, unit_range range) {
    auto& work = run_->work;
    flight made{number, range, {}, &route_for(slots_[number], run_->data, range), clock::now()};
    if (made.route->writes_array(run_->data) && !work.begin_write(number_, range)) return;
    try {
        made.done = made.route->start(run_->data, range);
    } catch (...) {
        if (made.route->writes_array(run_->data)) work.give_back(number_, range);  // nothing was written yet
        throw;
    }
    {
        const std::lock_guard lock(mutex_);
        flights_.push_back(std::move(made));
    }
    changed_.notify_all();
}

void device_worker::start_chunks() {
    if (lost_) std::rethrow_exception(lost_);
    if (!run_->work.wait_for_turn(number_)) return;
    set_up();
    setting_up_ = false;
    {
        const std::lock_guard lock(mutex_);
        free_.clear();
        for (std::size_t k = 0; k < slots_.size(); ++k) free_.push_back(k);
    }
    for (;;) {
        std::size_t slot = 0;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return failed_ || !free_.empty(); });
            if (failed_) return;
            slot = free_.back();
            free_.pop_back();
        }
        const auto range = run_->work.take(number_, chunks_->units);
        if (!range) return;
        start_chunk(slot, *range);
    }
}

/// Polls, because a wait of OpenCL has no time limit.
void device_worker::wait_for(const flight& f) {
    const auto limit = seconds(time_limit());
    auto pause = std::chrono::microseconds(20);
    for (;;) {
        const auto status =
            query<cl_int>(clGetEventInfo, f.done.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, "clGetEventInfo");
        if (status < 0) throw opencl_error("a command of a chunk", status);
        if (status == CL_COMPLETE) return;
        if (clock::now() - std::max(f.start, last_) > limit) {
            hung_ = true;
            throw opencl_error("a chunk on " + description_.name + " that did not end within " +
                                   std::to_string(static_cast<long>(limit.count())) + " s",
                               CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        }
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, std::chrono::microseconds(500));
    }
}

void device_worker::finish_chunk(flight& f) {
    auto& work = run_->work;
    const bool by_device = f.route->writes_array(run_->data);
    if (delivered_.chunks == 0) first_ = last_ = f.start;
    try {
        wait_for(f);
    } catch (...) {
        if (by_device) {
            // The device may have overwritten its own input, so no other device can compute this chunk.
            if (run_->data.in_place) work.fail(std::current_exception());
            work.give_back(number_, f.range);
        }
        throw;
    }
    slowest_ = std::max(slowest_.load(), seconds(clock::now() - std::max(last_, f.start)).count());
    if (!by_device && !work.begin_write(number_, f.range)) return;
    f.route->finish(run_->data, f.range);
    const auto now = clock::now();
    work.end_write(number_, f.range, seconds(now - last_).count());
    last_ = now;
    delivered_.units += f.range.units;
    ++delivered_.chunks;
    delivered_.busy = seconds(last_ - first_).count();
}

void device_worker::finish_chunks() {
    for (;;) {
        flight next;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return failed_ || started_all_ || !flights_.empty(); });
            if (flights_.empty()) return;
            next = std::move(flights_.front());
            flights_.pop_front();
        }
        finish_chunk(next);
        {
            const std::lock_guard lock(mutex_);
            free_.push_back(next.slot);
        }
        changed_.notify_all();
    }
}

/// Results that a device was writing into the array when it failed belong to the others, unless the device has
/// overwritten its own input.
void device_worker::give_back_flights() {
    for (const auto& f : flights_) {
        if (!f.route->writes_array(run_->data)) continue;
        if (run_->data.in_place) run_->work.fail(run_->work.reason(number_));
        run_->work.give_back(number_, f.range);
    }
}

void device_worker::run(std::size_t number, job_run& run) {
    number_ = number;
    run_ = &run;
    flights_.clear();
    started_all_ = failed_ = false;
    delivered_ = {};
    std::thread finishing;
    guarded([&] {
        finishing = start_thread([this] { guarded([this] { finish_chunks(); }); });
        start_chunks();
    });
    {
        const std::lock_guard lock(mutex_);
        started_all_ = true;
    }
    changed_.notify_all();
    if (finishing.joinable()) finishing.join();
    // Commands of a dropped device may still use the buffers; a failure here has no more consequences.
    if (on_ && !hung_) hung_ = !on_->own_state().finish_all();
    give_back_flights();
    give_back_buffers();
}

/// Between runs, other sessions of the process may use the memory. The plan and the size of the chunks stay.
void device_worker::give_back_buffers() {
    if (hung_) return;
    for (auto& each : slots_) each = {};
    if (chunks_) chunks_->workspace = {};
}

}  // namespace stockham::internal
