// OpenCL's C header, wherever the platform keeps it. All of stockham includes it from here.
#pragma once

// The version whose functions are declared: without this Khronos's header takes its newest, with a note at every
// inclusion. Whoever wants another one defines it before.
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif

#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif
