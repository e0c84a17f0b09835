// A program that selects no version of OpenCL. The library's header provides the calls of OpenCL 1.2 and of 3.0.
#include <stockham/stockham.hpp>

namespace {

cl_command_queue make_queue(cl_context context, cl_device_id device, bool old) {
    return old ? clCreateCommandQueue(context, device, 0, nullptr)
               : clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
}

}  // namespace

int main(int count, char**) {
    if (count > 1) return make_queue(nullptr, nullptr, count > 2) ? 1 : 0;
    return stockham::version() ? 0 : 1;
}
