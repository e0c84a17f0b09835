// The devices that work on a job.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <stockham/job.hpp>

#include "job/chunk_plan.hpp"
#include "job/device_worker.hpp"
#include "job/job_data.hpp"
#include "session/copy_threads.hpp"

namespace stockham::internal {

/// The devices, or the default one if there are none. Throws argument_error (field "devices") for null, repeated and
/// unusable ones.
std::vector<cl_device_id> checked_devices(std::vector<cl_device_id>);

/// Divides runs of a problem among devices. Keeps their plans and buffers between runs.
class job_engine {
  public:
    /// Throws argument_error (field "devices") as the constructor of job.
    /// `sessions`: one per device, or none to open them.
    job_engine(job_problem, const job_options&, std::vector<session> sessions = {});
    ~job_engine();
    job_engine(const job_engine&) = delete;
    job_engine& operator=(const job_engine&) = delete;

    /// Runs all units and waits. Locks. Throws as job::run().
    job_report run(const job_data&);

    const job_options options;
    copy_threads copies;
    std::shared_ptr<const job_problem> problem;

  private:
    /// A device and the thread of its last run, which may still make a plan that the run did not wait for.
    struct used_device {
        std::shared_ptr<device_worker> worker;
        std::thread thread;
        std::shared_ptr<std::atomic<bool>> ended = std::make_shared<std::atomic<bool>>(true);
    };

    void add_worker(used_device&, cl_device_id) const;
    /// Starts the device's work on a run, or drops the device if there is no thread for it.
    void start(std::size_t number, const std::shared_ptr<job_run>&);
    std::string name_of(std::size_t number) const;
    void wait_for_devices();
    void report_drops(const job_run&, job_report&);

    const std::vector<session> sessions_;
    std::vector<used_device> devices_;
    std::mutex mutex_;
};

}  // namespace stockham::internal
