/* OpenCL's C header, wherever the platform keeps it. All of stockham includes it from here. */
#ifndef STOCKHAM_OPENCL_H
#define STOCKHAM_OPENCL_H

/* The version whose functions are declared: without this Khronos's header takes its newest, with a note at every
   inclusion. What a program defines before holds. One that defines nothing keeps what it would have without us, the
   functions of 3.0, and those of 1.2, which every device has, are not called deprecated. */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#ifndef CL_USE_DEPRECATED_OPENCL_1_2_APIS
/* OpenCL's headers ask whether it is there. */
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#endif
#endif

#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif

#endif
