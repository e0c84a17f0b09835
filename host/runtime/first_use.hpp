// The check at first use: before a device's first plan of a kernel family, a small piece of that family's work is run
// and compared with the definition, so that an implementation that computes wrong numbers is found out, not trusted.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "launch/launch.hpp"
#include "runtime/context_state.hpp"

namespace stockham::internal {

/// A small piece of work, and how far what came of it is from what it should be.
struct probe {
    std::string what;  ///< for messages: a problem string or the like
    std::vector<launch> launches;
    std::vector<std::byte> input;
    std::size_t output_bytes = 0;
    std::size_t workspace_bytes = 0;
    bool in_place = false;
    /// The relative error of the output's bytes; no number, or infinite, where an output is none.
    std::function<double(const std::vector<std::byte>&)> error;
    double most = 0;  ///< the error from which on the implementation is wrong, not imprecise
};

/// A family of kernels, and how it is checked.
struct checked_family {
    std::string name;
    std::string kernels;  ///< a digest of their files
    std::function<probe()> make;
};

/// Whether checks are made at all: not if the environment's STOCKHAM_CHECK is `off`.
bool checks_first_use();

/// Whether this family was found right on such a device before, in this process or by the program cache, with the same
/// driver, library and kernels. Thread-safe.
bool is_known_right(context_state&, cl_device_id, const checked_family&);

/// Keeps that it is. Only what is right is remembered on disk. Thread-safe.
void remember_right(context_state&, cl_device_id, const checked_family&);

/// Runs the family's probe. Throws unsupported_error("check at first use") if the numbers are wrong or the
/// implementation cannot run the kernels, and opencl_error if it lacks the memory. Thread-safe.
void examine(context_state&, cl_device_id, const checked_family&);

/// Examines the family unless it is known to be right, and remembers that it is. Thread-safe.
void check_first_use(context_state&, cl_device_id, const checked_family&);

/// The error that examine() throws: `why` says what was seen of `what`.
[[noreturn]] void refuse(const device_description&, const std::string& family, const std::string& what,
                         const std::string& why);

/// What a probe's error, or that of a whole plan, is at most: far beyond every rounding error, far below what a wrong
/// index or a wrong factor makes.
double most_error(precision);

/// For messages.
std::string error_text(double error);

bool is_lack_of_memory(cl_int code);

}  // namespace stockham::internal
