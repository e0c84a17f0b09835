/* Includes the OpenCL C header of the platform. */
#ifndef STOCKHAM_OPENCL_H
#define STOCKHAM_OPENCL_H

/* The OpenCL version whose functions are declared. Without this, Khronos' header takes the newest version and prints a
   note at each inclusion. A program may define another one before. The default declares all functions of 3.0, without
   deprecation warnings for those of 1.2, which every device has. */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
/* The OpenCL headers test whether this is defined. */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif
#endif

#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif

#endif
