// A program with OpenCL's C handles: an impulse has a flat spectrum, and the headers have the library's version.
#include <complex>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <stockham/stockham.hpp>

// The headers select a version of OpenCL. Otherwise Khronos's headers would use the newest and print a note at every
// compilation.
static_assert(CL_TARGET_OPENCL_VERSION == 300);

int main() {
    const std::string headers = std::to_string(STOCKHAM_VERSION_MAJOR) + "." + std::to_string(STOCKHAM_VERSION_MINOR) +
                                "." + std::to_string(STOCKHAM_VERSION_PATCH);
    if (headers != stockham::version()) {
        std::fprintf(stderr, "headers %s, library %s\n", headers.c_str(), stockham::version());
        return 1;
    }

    std::vector<std::complex<float>> values(256);
    values[0] = 1;
    const std::size_t bytes = values.size() * sizeof values[0];

    cl_device_id device = stockham::choose_device();
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, values.data(), nullptr);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr);
    std::size_t wrong = 0;
    {
        const stockham::plan plan(context, device, stockham::parse_transform("c2c f32 16x16"));
        cl_event done = plan.enqueue(queue, in, out);
        clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, values.data(), 1, &done, nullptr);
        clReleaseEvent(done);
        for (const std::complex<float>& value : values) wrong += std::abs(value - 1.0F) > 1e-6F ? 1 : 0;
        std::printf("%s%zu of %zu values wrong\n", plan.to_string().c_str(), wrong, values.size());
    }
    clReleaseMemObject(out);
    clReleaseMemObject(in);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong == 0 ? 0 : 1;
}
