// A program that has said for which version it wants OpenCL's header: that holds.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stockham/stockham.hpp>

#if CL_TARGET_OPENCL_VERSION != 120 || defined(CL_VERSION_2_0)
#error the library has changed the version
#endif

int main() {
    return stockham::version() ? 0 : 1;
}
