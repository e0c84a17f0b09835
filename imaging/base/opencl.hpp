// Owners of OpenCL programs and kernels, and error checks. Contexts, queues and buffers: stockham/owned.hpp.
#pragma once

#include <memory>
#include <type_traits>

#include <stockham/error.hpp>
#include <stockham/opencl.hpp>
#include <stockham/owned.hpp>

namespace stockham::imaging_internal {

/// Throws opencl_error{call, code} unless code is CL_SUCCESS.
inline void check_cl(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw opencl_error(call, code);
}

struct release_program {
    void operator()(cl_program program) const noexcept { clReleaseProgram(program); }
};
struct release_kernel {
    void operator()(cl_kernel kernel) const noexcept { clReleaseKernel(kernel); }
};
using owned_program = std::unique_ptr<std::remove_pointer_t<cl_program>, release_program>;
using owned_kernel = std::unique_ptr<std::remove_pointer_t<cl_kernel>, release_kernel>;

}  // namespace stockham::imaging_internal
