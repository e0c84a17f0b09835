// Queries and builds binaries by OpenCL's calls.
#include "runtime/programs/program_binary.hpp"

#include <utility>
#include <vector>

namespace stockham::internal {

namespace {

/// True if the program has a kernel of this name.
bool has_kernel(cl_program program, const std::string& kernel) {
    std::size_t bytes = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &bytes) != CL_SUCCESS) return false;
    std::string names(bytes, '\0');
    if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, bytes, names.data(), nullptr) != CL_SUCCESS) return false;
    return names.find(kernel) != names.npos;
}

}  // namespace

bool holds_bitcode(const std::string& binary) {
    return binary.find("BC\xC0\xDE") != binary.npos;
}

std::string binary_of(cl_program program, cl_device_id device) {
    cl_uint count = 0;
    if (clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, nullptr) != CL_SUCCESS) return {};
    std::vector<cl_device_id> devices(count);
    std::vector<std::size_t> sizes(count);
    if (clGetProgramInfo(program, CL_PROGRAM_DEVICES, count * sizeof(cl_device_id), devices.data(), nullptr) !=
            CL_SUCCESS ||
        clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, count * sizeof(std::size_t), sizes.data(), nullptr) !=
            CL_SUCCESS)
        return {};
    std::vector<std::string> binaries(count);
    std::vector<unsigned char*> places(count);
    for (cl_uint k = 0; k < count; ++k) {
        binaries[k].resize(sizes[k]);
        places[k] = reinterpret_cast<unsigned char*>(binaries[k].data());
    }
    if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, count * sizeof places[0], places.data(), nullptr) != CL_SUCCESS)
        return {};
    for (cl_uint k = 0; k < count; ++k)
        if (devices[k] == device) return std::move(binaries[k]);
    return {};
}

program_object program_of(cl_context context, cl_device_id device, const std::string& binary,
                          const std::string& kernel) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
    const std::size_t size = binary.size();
    cl_int status = CL_SUCCESS, code = CL_SUCCESS;
    program_object program(clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &code));
    if (code != CL_SUCCESS || status != CL_SUCCESS || build_program(program.get(), device, "") != CL_SUCCESS ||
        !has_kernel(program.get(), kernel))
        return {};
    return program;
}

}  // namespace stockham::internal
