// The kernels for executions that share launches.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/execute/executable.hpp"

namespace stockham::internal {

/// The largest power of two of members, at most 64, whose buffers may be arguments of launches like these.
unsigned most_members(const std::vector<launch>&, cl_device_id);

/// Compiles them when they are first needed. Thread-safe.
class member_kernels {
  public:
    /// The kernels for this access. `make`: their launches. Throws opencl_error, unsupported_error (rule "batch") if
    /// the device cannot run them.
    const executable& get(context_state&, cl_device_id, const member_access&,
                          const std::function<std::vector<launch>(const member_access&)>& make);

  private:
    std::mutex mutex_;
    std::map<member_access, std::unique_ptr<executable>> made_;
};

}  // namespace stockham::internal
