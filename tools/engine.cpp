// OpenCL for the command: a chosen device with its context, handles that release themselves, and one whole transform.
#include "engine.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <stockham/program_cache.hpp>

#include "fault.hpp"
#include "messages/printable.hpp"
#include "progress.hpp"

namespace stockham::tools {

namespace {

plan make_plan(const engine& e, const transform& t) {
    const late_note note(compiling_text(e.description()));
    return plan(e.context(), e.device(), t);
}

}  // namespace

void check_cl(const char* call, cl_int code) {
    if (code != CL_SUCCESS) throw opencl_error(call, code);
}

cl_device_id device_of(const std::string& word) {
    try {
        return choose_device(word);
    } catch (const argument_error& e) {
        const char* preset = std::getenv("STOCKHAM_DEVICE");
        const bool asked = !word.empty() || (preset != nullptr && *preset != '\0');
        if (!asked || devices().empty()) throw job_error(e.what());
        throw usage_error(fmt::format("{}: {}", word.empty() ? "STOCKHAM_DEVICE" : "--device", e.what()));
    }
}

engine::engine(const std::string& word) : device_(device_of(word)), description_(describe(device_)) {
    cl_int code = CL_SUCCESS;
    context_ = context_handle(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code));
    check_cl("clCreateContext", code);
    session_.emplace(context());
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

std::string compiling_text(const device_description& d) {
    const bool kept = !current_program_cache().folder.empty();
    return fmt::format("compiling kernels{}, for {}", kept ? ", kept for the next time" : "", printable(d.name));
}

void run_transform(const engine& e, const transform& t, void* data) {
    run_transform(e, t, data, data);
}

void run_transform(const engine& e, const transform& t, const void* in, void* out) {
    const plan p = make_plan(e, t);
    const buffer_handle from = e.make_buffer(input_bytes(t));
    const buffer_handle to = e.make_buffer(output_bytes(t));
    const queue_handle queue = e.make_queue();
    check_cl("clEnqueueWriteBuffer",
             clEnqueueWriteBuffer(queue.get(), from.get(), CL_TRUE, 0, input_bytes(t), in, 0, nullptr, nullptr));
    const event_handle done(p.enqueue(queue.get(), from.get(), to.get()));
    const cl_event wait = done.get();
    check_cl("clEnqueueReadBuffer",
             clEnqueueReadBuffer(queue.get(), to.get(), CL_TRUE, 0, output_bytes(t), out, 1, &wait, nullptr));
}

}  // namespace stockham::tools
