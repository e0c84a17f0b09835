// The OpenCL device of a run: context, queues, the buffers that libraries share, and the base class of executions.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <stockham/device.hpp>
#include <stockham/opencl.hpp>

#include "adapter.hpp"
#include "tools/harness/opencl.hpp"

namespace bench {

using harness::check_cl;

/// The row status for a failed OpenCL call: too_large if memory ran out, otherwise failed.
status status_of(const stockham::opencl_error&);

/// A buffer and its size in bytes.
class opencl_buffer {
  public:
    opencl_buffer(cl_context context, std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE)
        : memory_(harness::make_buffer(context, bytes, flags)), bytes_(bytes) {}
    cl_mem get() const { return memory_.get(); }
    std::size_t size() const { return bytes_; }

  private:
    harness::memory_object memory_;
    std::size_t bytes_;
};

class opencl_target;

/// A kernel of the harness, bound to its arguments once.
class opencl_kernel {
  public:
    opencl_kernel(const opencl_target&, const std::string& source, const char* name, const std::string& options = "");

    /// Sets all arguments, in the kernel's order.
    template <class... Argument>
    void bind(const Argument&... arguments) {
        cl_uint index = 0;
        (check_cl(clSetKernelArg(kernel_.get(), index++, sizeof arguments, &arguments), "clSetKernelArg"), ...);
    }
    /// Runs `items` work-items in work-groups of `group`, which must divide them; `batch` of these along dimension 1.
    void enqueue(cl_command_queue, std::size_t items, std::size_t group, std::size_t batch = 1) const;

  private:
    harness::kernel_object kernel_;
};

struct opencl_buffers {
    opencl_buffer input, output;
};

class opencl_target {
  public:
    explicit opencl_target(cl_device_id);
    opencl_target(const opencl_target&) = delete;
    opencl_target& operator=(const opencl_target&) = delete;

    cl_context context() const { return context_.get(); }
    cl_device_id device() const { return device_; }
    cl_command_queue queue() const { return queue_.get(); }        ///< without profiling, for timings by the host clock
    cl_command_queue profiled() const { return profiled_.get(); }  ///< with profiling, for timings by the device clock
    const stockham::device_description& description() const { return description_; }
    location where() const;

    /// Input and output buffers of at least this size, which the libraries of a case share. Throws refusal(too_large).
    std::shared_ptr<opencl_buffers> buffers(std::size_t bytes);

  private:
    cl_device_id device_;
    harness::context_object context_;
    harness::queue_object queue_, profiled_;
    stockham::device_description description_;
    std::weak_ptr<opencl_buffers> shared_;
};

/// Base class of executions by OpenCL libraries. `spoils`: enqueue() overwrites its input, so out of place it reads a
/// copy of the input.
class opencl_execution : public execution {
  public:
    opencl_execution(opencl_target&, const problem&, bool spoils = false);
    void upload(const void*) override;
    void poison() override;
    void refill() override;
    void download(void*) override;
    void run(unsigned n) override;
    /// Microseconds per execution by the device's clock; nothing if it has none.
    std::optional<double> run_by_events(unsigned n);
    bool spoils_input() const override { return copy_ != nullptr; }

  protected:
    /// Enqueues one execution without waiting.
    virtual void enqueue(cl_command_queue) = 0;
    cl_mem input() const { return buffers_->input.get(); }
    cl_mem output() const { return buffers_->output.get(); }
    /// The buffer that enqueue() reads.
    cl_mem from() const { return in_place_ ? output() : copy_ ? copy_->get() : input(); }
    bool in_place() const { return in_place_; }
    opencl_target& target() const { return *target_; }

  private:
    opencl_target* target_;
    std::size_t bytes_, input_bytes_, output_bytes_;
    bool in_place_;
    std::shared_ptr<opencl_buffers> buffers_;
    std::unique_ptr<opencl_buffer> copy_;
};

}  // namespace bench
