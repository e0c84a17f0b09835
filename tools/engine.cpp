// OpenCL for the command: a chosen device with its context, handles that release themselves, and one whole transform.
#include "engine.hpp"

#include <algorithm>

namespace stockham::tools {

void check_cl(const char* call, cl_int code) {
    if (code != CL_SUCCESS) throw opencl_error(call, code);
}

engine::engine(const std::string& word) : device_(choose_device(word)), description_(describe(device_)) {
    cl_int code = CL_SUCCESS;
    context_ = context_handle(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code));
    check_cl("clCreateContext", code);
}

queue_handle engine::make_queue(cl_command_queue_properties properties) const {
    cl_int code = CL_SUCCESS;
    queue_handle queue(clCreateCommandQueue(context(), device_, properties, &code));
    check_cl("clCreateCommandQueue", code);
    return queue;
}

buffer_handle engine::make_buffer(std::size_t bytes, cl_mem_flags flags) const {
    cl_int code = CL_SUCCESS;
    buffer_handle buffer(clCreateBuffer(context(), flags, bytes, nullptr, &code));
    check_cl("clCreateBuffer", code);
    return buffer;
}

void run_transform(const engine& e, const transform& t, void* data) {
    const plan p(e.context(), e.device(), t);
    const std::size_t bytes = std::max(input_extent(t), output_extent(t)) * element_size(t.precision);
    const buffer_handle in = e.make_buffer(bytes);
    const buffer_handle out = e.make_buffer(bytes);
    const queue_handle queue = e.make_queue();
    check_cl("clEnqueueWriteBuffer",
             clEnqueueWriteBuffer(queue.get(), in.get(), CL_TRUE, 0, bytes, data, 0, nullptr, nullptr));
    const event_handle done(p.enqueue(queue.get(), in.get(), out.get()));
    const cl_event wait = done.get();
    check_cl("clEnqueueReadBuffer",
             clEnqueueReadBuffer(queue.get(), out.get(), CL_TRUE, 0, bytes, data, 1, &wait, nullptr));
}

}  // namespace stockham::tools
