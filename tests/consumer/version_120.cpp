// A program that selects a version for OpenCL's header before it includes stockham.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stockham/stockham.hpp>

#if CL_TARGET_OPENCL_VERSION != 120 || defined(CL_VERSION_2_0)
#error the library has changed the version
#endif

int main() {
    return stockham::version() ? 0 : 1;
}
