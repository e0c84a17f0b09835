// The check of what an OpenCL call returns.
#include "runtime/opencl.hpp"

#include <stockham/error.hpp>

namespace stockham::internal {

void check_cl(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw opencl_error(call, code);
}

std::string build_log(cl_program program, cl_device_id device) {
    std::size_t bytes = 0;
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes) != CL_SUCCESS) return {};
    std::string log(bytes, '\0');
    if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr) != CL_SUCCESS)
        return {};
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
    return log;
}

}  // namespace stockham::internal
