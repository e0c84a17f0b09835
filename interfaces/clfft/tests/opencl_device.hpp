// The device that the tests and the measurements run on.
#pragma once

#include <CL/cl.h>

struct opencl_device {
    cl_device_id device = nullptr;
    cl_context context = nullptr;
    cl_command_queue queue = nullptr;
};

/// The first device of the first platform that has one.
opencl_device open_device();

/// Throws std::runtime_error that names the call.
void check(cl_int code, const char* what);
