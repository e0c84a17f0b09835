// The process in which the library runs: whether its environment may be trusted, and contexts of OpenCL in it.
#pragma once

#include <stockham/export.h>
#include <stockham/opencl.hpp>

namespace stockham {
inline namespace v0_2 {

/// True in a process with more rights than the user who started it: a set-user-ID or set-group-ID program, or one with
/// file capabilities. There the library ignores the environment, the user's files and those of /etc/stockham, and opens
/// no OpenCL device by itself: docs/security.md. Thread-safe.
STOCKHAM_API bool has_raised_rights() noexcept;

/// The value of an environment variable, valid until the program changes the environment. Null if it is not set, and
/// always in a process with raised rights. Thread-safe as far as std::getenv() is.
STOCKHAM_API const char* environment(const char* name) noexcept;

/// Makes a context of one device, which the caller releases (stockham/owned.hpp). Jobs and imaging::engine make theirs
/// so. Throws argument_error for a null device, opencl_error if OpenCL fails, and unsupported_error, rule "raised
/// rights", in a process with raised rights: OpenCL loads the libraries that the environment names. Thread-safe.
STOCKHAM_API cl_context open_context(cl_device_id);

}  // namespace v0_2
}  // namespace stockham
