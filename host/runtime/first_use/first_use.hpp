// The check at first use: before a device's first plan of a kernel family, a small transform by that family is compared
// with the definition. It detects OpenCL implementations that compute wrong numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "launch/launch.hpp"
#include "runtime/programs/context_state.hpp"

namespace stockham::internal {

/// A small computation, and the function that measures the error of its output.
struct probe {
    std::string what;  ///< for messages: a problem string or the like
    std::vector<launch> launches;
    std::vector<std::byte> input;
    std::size_t output_bytes = 0;
    std::size_t workspace_bytes = 0;
    bool in_place = false;
    /// The relative error of the output; NaN or infinite if an output is not a finite number.
    std::function<double(const std::vector<std::byte>&)> error;
    double most = 0;  ///< largest accepted error; above it the implementation is wrong, not just imprecise
};

/// A kernel family and its probe.
struct checked_family {
    std::string name;
    std::string kernels;  ///< digest of the kernel files
    std::function<probe()> make;
};

/// False if the environment variable STOCKHAM_CHECK is `off`.
bool checks_first_use();

/// True if this family has passed on such a device with the same driver, library and kernels, in this process or
/// according to the program cache. Thread-safe.
bool is_known_correct(context_state&, cl_device_id, const checked_family&);

/// Records that the family is correct, in this process and in the program cache. Failures are never stored.
/// Thread-safe.
void record_correct(context_state&, cl_device_id, const checked_family&);

/// Runs the family's probe. Throws unsupported_error("check at first use") if the result is wrong or the
/// implementation cannot run the kernels, and opencl_error if memory runs out. Thread-safe.
void examine(context_state&, cl_device_id, const checked_family&);

/// Examines the family unless it is known to be correct, then records that it is. Throws like examine(). Thread-safe.
void check_first_use(context_state&, cl_device_id, const checked_family&);

/// Throws the error of examine(). `why` is the fault and `what` the computation that showed it.
[[noreturn]] void refuse(const device_description&, const std::string& family, const std::string& what,
                         const std::string& why);

/// Largest accepted error of a probe or a plan: far above rounding errors, far below the effect of a wrong index or
/// factor.
double max_error(precision);

/// For messages.
std::string error_text(double error);

}  // namespace stockham::internal
