// The device of the tests and the measurements.
#pragma once

#include <CL/cl.h>

struct opencl_device {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
};

/// Opens the first device of the first platform that has a device.
opencl_device open_device();

/// Throws std::runtime_error with the name of the call if `code` is an error.
void check(cl_int code, const char* what);
