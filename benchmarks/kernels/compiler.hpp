// A compiler that reports a kernel's resources, and compilation of many kernels in parallel.
#pragma once

#include <string>
#include <vector>

#include "launch/launch.hpp"
#include "usage.hpp"

namespace bench {

class kernel_compiler {
  public:
    kernel_compiler() = default;
    virtual ~kernel_compiler() = default;
    kernel_compiler(const kernel_compiler&) = delete;
    kernel_compiler& operator=(const kernel_compiler&) = delete;

    virtual std::string version() const = 0;  ///< including the options used

    /// Compiles a launch's source for its device. Thread-safe. Throws std::runtime_error with the compiler's output if
    /// it fails or reports no resources.
    virtual kernel_usage compile(const stockham::internal::launch&) = 0;
};

struct planned_kernel {
    stockham::internal::launch launch;
    std::string where;  ///< the first problem and pass that use it
};

/// Compiles all kernels in parallel, with a progress bar if stderr is a terminal. Throws std::runtime_error with the
/// first failure and the place that uses the kernel.
std::vector<kernel_usage> compile_all(kernel_compiler&, const std::vector<planned_kernel>&);

}  // namespace bench
