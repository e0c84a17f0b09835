// A program that includes the library's header before OpenCL-CLHPP for OpenCL 1.2.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <stockham/stockham.hpp>

#include <stockham/clhpp.hpp>

int main() {
    return cl::Context()() == nullptr && stockham::version() ? 0 : 1;
}
