// A compiler that tells what a kernel takes, and many kernels given to it at a time.
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

    virtual std::string version() const = 0;  ///< with the options that it is given

    /// Compiles a launch's source for its device. May be called from many threads. Throws std::runtime_error with the
    /// compiler's own words where it fails or keeps silent.
    virtual kernel_usage compile(const stockham::internal::launch&) = 0;
};

struct planned_kernel {
    stockham::internal::launch launch;
    std::string where;  ///< the problem and the pass that want it first
};

/// Compiles them all, side by side, and tells on stderr how far it is if that is a terminal. Throws std::runtime_error
/// with the first failure and where its kernel is wanted.
std::vector<kernel_usage> compile_all(kernel_compiler&, const std::vector<planned_kernel>&);

}  // namespace bench
