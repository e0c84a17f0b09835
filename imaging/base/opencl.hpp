// Checks of OpenCL's codes, for copies between the buffers of callers and our own.
#pragma once

#include <stockham/error.hpp>
#include <stockham/opencl.hpp>

namespace stockham::imaging_internal {

/// Throws opencl_error{call, code} unless code is CL_SUCCESS.
inline void check_cl(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw opencl_error(call, code);
}

}  // namespace stockham::imaging_internal
