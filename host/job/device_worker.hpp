// One device of a job: two threads, one that starts chunks and one that finishes them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/opencl.hpp>
#include <stockham/session.hpp>

#include "job/chunk_plan.hpp"
#include "job/chunk_route.hpp"
#include "job/dispatch.hpp"
#include "job/job_data.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// The state that the devices of one run share. Threads own it together, since a thread that a driver never lets go of
/// outlives the run.
struct job_run {
    job_run(const job_problem& what, const std::vector<dispatch_device>& devices) : work(what.units, devices) {}
    dispatch work;
    job_data data;
};

/// Limits for the use of a device by a job.
struct worker_limits {
    std::size_t memory = 0;       ///< bytes; 0: chosen
    std::size_t chunk_bytes = 0;  ///< 0: chosen
    double patience = 0;          ///< seconds for a chunk beyond ten times the slowest so far
    std::optional<session> on;    ///< empty: the worker opens its own
};

/// Keeps context, plan and buffers between runs.
class device_worker {
  public:
    device_worker(cl_device_id, std::shared_ptr<const job_problem>, const worker_limits&);
    ~device_worker();
    device_worker(const device_worker&) = delete;
    device_worker& operator=(const device_worker&) = delete;

    /// Its speed by the profile, for a first guess.
    dispatch_device for_dispatch() const;
    /// Empty if the device is lost.
    const device_description& description() const { return description_; }
    /// Why OpenCL does not describe the device; null if it does. run() drops a lost device.
    const std::exception_ptr& lost() const { return lost_; }
    cl_device_id device() const { return device_; }

    /// Works on a run until nothing is left for this device, and drops the device from the run if it fails. Returns
    /// when both threads have ended.
    void run(std::size_t number, job_run&);
    /// True while it makes its plan: it holds no units then, and will touch no data once the run is over.
    bool is_setting_up() const { return setting_up_; }
    void will_run() { setting_up_ = true; }

    struct result {
        std::size_t units = 0, chunks = 0;
        double busy = 0;
    };
    /// The work of this device in the last run.
    const result& delivered() const { return delivered_; }

    /// Seconds within which a chunk must end.
    double time_limit() const { return limits_.patience + 10 * slowest_; }

    /// True if a chunk did not end in time. The OpenCL objects are then never released, since that may wait forever.
    bool is_hung() const { return hung_; }

  private:
    using clock = std::chrono::steady_clock;
    struct slot {
        std::unique_ptr<chunk_route> linked, shared;
    };
    struct flight {
        std::size_t slot;
        unit_range range;
        event_object done;
        chunk_route* route;
        clock::time_point start;
    };

    void describe_device();
    void set_up();
    void give_back_buffers();
    void make_plan(std::size_t units);
    bool fits(std::size_t units, std::size_t slots) const;
    chunk_route& route_for(slot&, const job_data&, unit_range);
    void start_chunks();
    void start_chunk(std::size_t slot, unit_range);
    void finish_chunks();
    void finish_chunk(flight&);
    void wait_for(const flight&);
    void give_back_flights();
    void give_up(std::exception_ptr);
    template <class Work>
    void guarded(Work);

    const cl_device_id device_;
    const std::shared_ptr<const job_problem> problem_;
    worker_limits limits_;
    device_description description_;
    std::exception_ptr lost_;
    bool shares_memory_ = false;  // with the host
    std::size_t asked_memory_ = 0, most_memory_ = 0;
    double expected_speed_ = 0;
    std::size_t wanted_units_ = 0;  // of a chunk

    // Owned through pointers, so that a hung device can keep them forever.
    std::optional<session> on_;
    std::unique_ptr<device_chunks> chunks_;
    std::vector<slot> slots_;
    bool hung_ = false;

    // One run.
    std::size_t number_ = 0;
    job_run* run_ = nullptr;
    std::atomic<bool> setting_up_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::size_t> free_;
    std::deque<flight> flights_;
    bool started_all_ = false, failed_ = false;
    // Used by the thread that finishes chunks.
    result delivered_;
    clock::time_point first_, last_;
    std::atomic<double> slowest_{0};
};

}  // namespace stockham::internal
