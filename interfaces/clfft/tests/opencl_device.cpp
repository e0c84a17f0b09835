// Finds a device and creates its context and queue.
#include "opencl_device.hpp"

#include <stdexcept>
#include <string>
#include <vector>

void check(cl_int code, const char* what) {
    if (code != CL_SUCCESS) throw std::runtime_error(std::string(what) + " failed: " + std::to_string(code));
}

opencl_device open_device() {
    opencl_device o;
    cl_uint n = 0;
    check(clGetPlatformIDs(0, nullptr, &n), "clGetPlatformIDs");
    std::vector<cl_platform_id> platforms(n);
    check(clGetPlatformIDs(n, platforms.data(), nullptr), "clGetPlatformIDs");
    for (const auto p : platforms)
        if (clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &o.device, nullptr) == CL_SUCCESS) break;
    cl_int code = CL_SUCCESS;
    o.context = clCreateContext(nullptr, 1, &o.device, nullptr, nullptr, &code);
    check(code, "clCreateContext");
    o.queue = clCreateCommandQueue(o.context, o.device, 0, &code);
    check(code, "clCreateCommandQueue");
    return o;
}
