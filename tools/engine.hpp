// OpenCL for the command: a device with its context, and a function that runs one transform.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <stockham/opencl.hpp>
#include <stockham/stockham.hpp>

#include "tools/harness/opencl.hpp"

namespace stockham::tools {

using harness::check_cl;

/// The device that a value of --device selects; empty: that of STOCKHAM_DEVICE, else the default. Throws usage_error if
/// no device matches, job_error if there are no devices.
cl_device_id device_of(const std::string& word);

/// The device that a value of --device selects, and a context for it.
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

    /// An error text, with the limit, if the device cannot hold buffers of these sizes (in bytes) at the same time;
    /// else empty.
    std::string shortage(const std::string& job, const std::vector<std::size_t>& buffers) const;

    /// Makes a plan. If that takes long, a note on stderr says so.
    plan make_plan(const transform& t) const;
    /// True once make_plan() has made a plan. Thread-safe.
    bool has_planned() const noexcept { return *has_planned_; }

    harness::queue_object make_queue(cl_command_queue_properties properties = 0) const;
    harness::memory_object make_buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;

  private:
    cl_device_id device_;
    device_description description_;
    std::size_t memory_;
    harness::context_object context_;
    std::unique_ptr<std::atomic<bool>> has_planned_;
    std::optional<session> session_;  // keeps compiled kernels for further transforms
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
