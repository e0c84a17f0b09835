// OpenCL for the command: a chosen device with its context, and one whole transform.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <stockham/opencl.hpp>
#include <stockham/stockham.hpp>

#include "tools/harness/opencl.hpp"

namespace stockham::tools {

using harness::check_cl;

/// The device that the word of --device means (empty: the default, or STOCKHAM_DEVICE's). Throws usage_error if none
/// fits, job_error if there is none at all.
cl_device_id device_of(const std::string& word);

/// A device chosen by the word of --device, and a context for it.
class engine {
  public:
    /// `memory`: no job takes more bytes of it; 0: nearly all that the device has.
    explicit engine(const std::string& word, std::size_t memory = 0);

    cl_device_id device() const noexcept { return device_; }
    cl_context context() const noexcept { return context_.get(); }
    const device_description& description() const noexcept { return description_; }
    /// Bytes that all buffers of a job may take together.
    std::size_t memory() const noexcept { return memory_; }

    /// Why a job cannot have buffers of so many bytes at the same time, naming the limit; empty if it can.
    std::string shortage(const std::string& job, const std::vector<std::size_t>& buffers) const;

    harness::queue_object make_queue(cl_command_queue_properties properties = 0) const;
    harness::memory_object make_buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const;

  private:
    cl_device_id device_;
    device_description description_;
    std::size_t memory_;
    harness::context_object context_;
    std::optional<session> session_;  // one transform after the other, without compiling again
};

/// "compiling kernels, kept for the next time, for DEVICE": for a late_note.
std::string compiling_text(const device_description&);

/// Runs a packed transform on data in host memory: `data` is read and then overwritten with the result. Throws
/// job_error if the device has not the memory for it, before it takes any.
void run_transform(const engine& e, const transform& t, void* data);

/// The same from `in` to `out`, which hold what either side of the transform states.
void run_transform(const engine& e, const transform& t, const void* in, void* out);

/// The same; where the device has not the memory, nothing is done and engine::shortage()'s text comes back.
std::string try_transform(const engine& e, const transform& t, const void* in, void* out);

}  // namespace stockham::tools
