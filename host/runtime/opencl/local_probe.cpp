// Guesses a device's static local memory, and probes it.
#include "runtime/opencl/local_probe.hpp"

#include <algorithm>
#include <string>

#include "launch/launch.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

namespace {

std::size_t work_items_of(cl_device_id device) {
    const auto most = query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_WORK_GROUP_SIZE, "clGetDeviceInfo");
    return std::min<std::size_t>(most, 256);
}

struct static_limit {
    cl_uint major, minor;
    std::size_t kilobytes;
};
constexpr static_limit limits[] = {{7, 0, 96},   {7, 2, 96},   {7, 5, 64},  {8, 0, 163},  {8, 6, 99},
                                   {8, 7, 163},  {8, 9, 99},   {9, 0, 226}, {10, 0, 226}, {10, 1, 226},
                                   {10, 3, 226}, {11, 0, 226}, {12, 0, 99}, {12, 1, 99}};

/// Runs the kernel. `right` receives the number of work-groups that read back every word correctly.
bool run_probe(cl_context context, cl_device_id device, cl_program program, std::size_t words, cl_uint* right) {
    const auto units = query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS, "clGetDeviceInfo");
    const std::size_t groups = 2 * std::max<std::size_t>(units, 1);
    cl_int code = CL_SUCCESS;
    queue_object queue(clCreateCommandQueue(context, device, 0, &code));
    if (code != CL_SUCCESS) return false;
    std::string zeros(groups * sizeof(cl_uint), '\0');
    memory_object counts(
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, zeros.size(), zeros.data(), &code));
    if (code != CL_SUCCESS) return false;
    kernel_object kernel(clCreateKernel(program, "probe", &code));
    const cl_mem memory = counts.get();
    if (code != CL_SUCCESS || clSetKernelArg(kernel.get(), 0, sizeof memory, &memory) != CL_SUCCESS) return false;
    const std::size_t work_items = work_items_of(device), global = groups * work_items;
    if (clEnqueueNDRangeKernel(queue.get(), kernel.get(), 1, nullptr, &global, &work_items, 0, nullptr, nullptr) !=
        CL_SUCCESS)
        return false;
    std::vector<cl_uint> found(groups);
    if (clEnqueueReadBuffer(queue.get(), memory, CL_TRUE, 0, zeros.size(), found.data(), 0, nullptr, nullptr) !=
        CL_SUCCESS)
        return false;
    *right = static_cast<cl_uint>(std::count(found.begin(), found.end(), static_cast<cl_uint>(words)));
    return *right == groups;
}

}  // namespace

std::size_t guess_static_local(cl_device_id device) {
    cl_uint major = 0, minor = 0;
    if (clGetDeviceInfo(device, compute_capability_major_nv, sizeof major, &major, nullptr) != CL_SUCCESS ||
        clGetDeviceInfo(device, compute_capability_minor_nv, sizeof minor, &minor, nullptr) != CL_SUCCESS)
        return 0;
    for (const auto& l : limits)
        if (l.major == major && l.minor == minor) return l.kilobytes * 1024;
    return 0;
}

bool static_local_works(cl_context context, cl_device_id device, std::size_t bytes) {
    const std::size_t words = bytes / sizeof(cl_uint);
    const std::string source = "#define WORDS " + std::to_string(words) + "\n#define WORK_ITEMS " +
                               std::to_string(work_items_of(device)) + "\n" + kernel_source("cl/probe_local.cl");
    const char* text = source.c_str();
    const std::size_t length = source.size();
    cl_int code = CL_SUCCESS;
    program_object program(clCreateProgramWithSource(context, 1, &text, &length, &code));
    if (code != CL_SUCCESS || build_program(program.get(), device, "-cl-std=CL1.2") != CL_SUCCESS) return false;
    cl_uint right = 0;
    return run_probe(context, device, program.get(), words, &right);
}

}  // namespace stockham::internal
