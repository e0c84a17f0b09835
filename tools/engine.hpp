// OpenCL for the command: a device with its context, and a function that runs one transform.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <stockham/imaging/engine.hpp>
#include <stockham/opencl.hpp>
#include <stockham/stockham.hpp>

#include "memory_budget.hpp"
#include "tools/harness/opencl.hpp"

namespace stockham::tools {

using harness::check_cl;

/// The device that a value of --device selects; empty: that of STOCKHAM_DEVICE, else the default. Throws usage_error if
/// no device matches, job_error if there are no devices.
cl_device_id device_of(const std::string& word);

/// The device that a value of --device selects, and a context for it. Its members are thread-safe.
class engine {
  public:
    /// `memory`: limit of the device memory that a job uses, in bytes; 0: 90 % of the device's memory.
    explicit engine(const std::string& word, std::size_t memory = 0);
    explicit engine(cl_device_id, std::size_t memory = 0);

    cl_device_id device() const noexcept { return device_; }
    cl_context context() const noexcept { return context_.get(); }
    const device_description& description() const noexcept { return description_; }
    /// Limit of the total size of a job's buffers, in bytes.
    std::size_t memory() const noexcept { return memory_; }

    /// True if the device's memory is the host's.
    bool shares_memory() const;

    /// An error text, with the limit, if the device cannot hold buffers of these sizes (in bytes) at the same time;
    /// else empty.
    std::string shortage(const std::string& job, const std::vector<std::size_t>& buffers) const;

    /// Makes a plan. If that takes long, a note on stderr says so.
    plan make_plan(const transform& t) const;
    /// The plan of a transform. The last few are kept, so that pictures of one size share a plan.
    std::shared_ptr<const plan> shared_plan(const transform& t) const;
    /// The engine of the imaging library on this device and in this context, made at the first call. Its memory is
    /// memory().
    const imaging::engine& imaging() const;
    /// True once make_plan() has made a plan.
    bool has_planned() const noexcept { return shared_->has_planned; }

    harness::queue_object make_queue(cl_command_queue_properties properties = 0) const;
    harness::memory_object make_buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;

    /// Waits until other threads leave this much of memory() free.
    memory_budget::share take_memory(std::size_t bytes) const { return shared_->memory.take(bytes); }

  private:
    struct shared_by_threads {
        explicit shared_by_threads(std::size_t bytes) : memory(bytes) {}
        std::atomic<bool> has_planned = false;
        memory_budget memory;
        std::mutex planning;
        std::map<std::string, std::shared_ptr<const plan>> plans;
        std::unique_ptr<const imaging::engine> imaging;
    };

    cl_device_id device_;
    device_description description_;
    std::size_t memory_;
    harness::context_object context_;
    std::optional<session> session_;  // keeps compiled kernels for further transforms
    std::unique_ptr<shared_by_threads> shared_;
};

/// "compiling kernels for DEVICE (kept in the cache)": the text of a late_note.
std::string compiling_text(const device_description&);

/// Runs a packed transform on data in host memory; the result overwrites `data`. Throws job_error, before it allocates
/// device memory, if the device does not have enough.
void run_transform(const engine& e, const transform& t, void* data);

/// The same from `in` to `out`, of input_bytes(t) and output_bytes(t) bytes.
void run_transform(const engine& e, const transform& t, const void* in, void* out);

/// The same. If the device does not have enough memory, does nothing and returns the text of engine::shortage().
std::string try_transform(const engine& e, const transform& t, const void* in, void* out);

}  // namespace stockham::tools
