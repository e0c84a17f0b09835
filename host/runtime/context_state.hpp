// What all plans of one OpenCL context share: compiled programs and twiddle tables.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "kernel/launch.hpp"
#include "runtime/opencl.hpp"

namespace stockham {

/// Thread-safe. It lives as long as a plan or session of the context does; nothing is freed in static destructors.
class context_state {
  public:
    /// The state of this context, made if there is none alive.
    static std::shared_ptr<context_state> of(cl_context);

    explicit context_state(cl_context);

    cl_context context() const { return context_.get(); }

    /// The program of this source for this device, compiled at its first use.
    program_object program(cl_device_id, const std::string& source);

    /// The table's values on the device.
    memory_object table(const twiddle_table&);

  private:
    context_object context_;
    std::mutex mutex_;
    std::map<std::pair<cl_device_id, std::string>, std::shared_ptr<struct program_slot>> programs_;
    std::map<std::string, memory_object> tables_;
};

}  // namespace stockham
