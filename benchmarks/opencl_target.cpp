// Contexts, queues and timing by two markers around the executions.
#include "opencl_target.hpp"

#include <fmt/format.h>

#include "host.hpp"

namespace bench {

const char* to_string(status s) {
    constexpr const char* names[] = {"ok", "missing", "unsupported", "too_large", "wrong", "failed"};
    return names[static_cast<int>(s)];
}

void must(cl_int code, const char* call) {
    if (code == CL_SUCCESS) return;
    const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
                        code == CL_INVALID_BUFFER_SIZE || code == CL_OUT_OF_HOST_MEMORY;
    throw refusal(memory ? status::too_large : status::failed, fmt::format("{} failed with code {}", call, code));
}

opencl_buffer::opencl_buffer(cl_context context, std::size_t bytes, cl_mem_flags flags) : bytes_(bytes) {
    cl_int code = CL_SUCCESS;
    memory_ = clCreateBuffer(context, flags, bytes, nullptr, &code);
    must(code, "clCreateBuffer");
}

opencl_buffer::opencl_buffer(const opencl_buffer& whole, std::size_t origin, std::size_t bytes) : bytes_(bytes) {
    const cl_buffer_region region{origin, bytes};
    cl_int code = CL_SUCCESS;
    memory_ = clCreateSubBuffer(whole.get(), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
    must(code, "clCreateSubBuffer");
}

opencl_buffer::~opencl_buffer() {
    clReleaseMemObject(memory_);
}

namespace {

/// Throws with the compiler's log.
void build(cl_program program, cl_device_id device, const std::string& options) {
    const auto code = clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr);
    if (code == CL_SUCCESS) return;
    std::size_t bytes = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
    std::string log(bytes, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
    throw refusal(status::failed, fmt::format("clBuildProgram failed with code {}: {}", code, log.c_str()));
}

}  // namespace

opencl_kernel::opencl_kernel(const opencl_target& target, const std::string& source, const char* name,
                             const std::string& options) {
    cl_int code = CL_SUCCESS;
    const char* text = source.c_str();
    program_ = clCreateProgramWithSource(target.context(), 1, &text, nullptr, &code);
    must(code, "clCreateProgramWithSource");
    try {
        build(program_, target.device(), options);
        kernel_ = clCreateKernel(program_, name, &code);
        must(code, "clCreateKernel");
    } catch (...) {
        clReleaseProgram(program_);
        throw;
    }
}

opencl_kernel::~opencl_kernel() {
    clReleaseKernel(kernel_);
    clReleaseProgram(program_);
}

void opencl_kernel::enqueue(cl_command_queue queue, std::size_t items, std::size_t group, std::size_t batch) const {
    const std::size_t global[] = {items, batch}, local[] = {group, 1};
    must(clEnqueueNDRangeKernel(queue, kernel_, 2, nullptr, global, local, 0, nullptr, nullptr),
         "clEnqueueNDRangeKernel");
}

opencl_target::opencl_target(cl_device_id device) : device_(device), description_(stockham::describe(device)) {
    cl_int code = CL_SUCCESS;
    context_ = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    must(code, "clCreateContext");
    queue_ = clCreateCommandQueue(context_, device, 0, &code);
    must(code, "clCreateCommandQueue");
    profiled_ = clCreateCommandQueue(context_, device, CL_QUEUE_PROFILING_ENABLE, &code);
    must(code, "clCreateCommandQueue");
}

opencl_target::~opencl_target() {
    if (profiled_) clReleaseCommandQueue(profiled_);
    if (queue_) clReleaseCommandQueue(queue_);
    if (context_) clReleaseContext(context_);
}

location opencl_target::where() const {
    return {description_.name, description_.platform, description_.driver};
}

std::shared_ptr<opencl_buffers> opencl_target::buffers(std::size_t bytes) {
    if (auto alive = shared_.lock(); alive && alive->input.size() == bytes) return alive;
    const auto largest = description_.max_allocation;
    if (largest && bytes > largest)
        throw refusal(status::too_large,
                      fmt::format("a buffer of {} bytes; {} allows at most {}", bytes, description_.name, largest));
    if (description_.global_memory && 2 * bytes > description_.global_memory)
        throw refusal(status::too_large, fmt::format("two buffers of {} bytes; {} has {} in all", bytes,
                                                     description_.name, description_.global_memory));
    // A CPU's buffers are the host's memory, beside the harness's own copies, a workspace and the references: an
    // overcommitted host kills the run instead of refusing.
    const auto spare = description_.kind == stockham::device_kind::cpu ? memory_to_spare() : 0;
    if (spare && 6 * bytes > spare)
        throw refusal(status::too_large,
                      fmt::format("six buffers of {} bytes are needed; the host has {} to spare", bytes, spare));
    std::shared_ptr<opencl_buffers> made(new opencl_buffers{{context_, bytes}, {context_, bytes}});
    shared_ = made;
    return made;
}

opencl_execution::opencl_execution(opencl_target& target, const problem& p, bool spoils)
    : target_(&target), bytes_(p.bytes()), input_bytes_(p.input_bytes()), output_bytes_(p.output_bytes()),
      in_place_(p.in_place()), buffers_(target.buffers(bytes_)) {
    if (spoils && !in_place_) copy_ = std::make_unique<opencl_buffer>(target.context(), input_bytes_);
}

void opencl_execution::upload(const void* data) {
    must(clEnqueueWriteBuffer(target_->queue(), input(), CL_TRUE, 0, input_bytes_, data, 0, nullptr, nullptr),
         "clEnqueueWriteBuffer");
}

void opencl_execution::poison() {
    const cl_uint ones = 0xffffffffU;
    must(clEnqueueFillBuffer(target_->queue(), output(), &ones, sizeof ones, 0, bytes_, 0, nullptr, nullptr),
         "clEnqueueFillBuffer");
    must(clFinish(target_->queue()), "clFinish");
}

void opencl_execution::refill() {
    must(clEnqueueCopyBuffer(target_->queue(), input(), from(), 0, 0, input_bytes_, 0, nullptr, nullptr),
         "clEnqueueCopyBuffer");
    must(clFinish(target_->queue()), "clFinish");
}

void opencl_execution::download(void* data) {
    must(clEnqueueReadBuffer(target_->queue(), output(), CL_TRUE, 0, output_bytes_, data, 0, nullptr, nullptr),
         "clEnqueueReadBuffer");
}

void opencl_execution::run(unsigned n) {
    for (unsigned k = 0; k < n; ++k) enqueue(target_->queue());
    must(clFinish(target_->queue()), "clFinish");
}

std::optional<double> opencl_execution::run_by_events(unsigned n) {
    const auto queue = target_->profiled();
    cl_event marks[2] = {};
    must(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marks[0]), "clEnqueueMarkerWithWaitList");
    for (unsigned k = 0; k < n; ++k) enqueue(queue);
    must(clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marks[1]), "clEnqueueMarkerWithWaitList");
    must(clFinish(queue), "clFinish");
    cl_ulong times[2] = {};
    bool known = true;
    for (int k = 0; k < 2; ++k) {
        known = known && clGetEventProfilingInfo(marks[k], CL_PROFILING_COMMAND_END, sizeof(cl_ulong), &times[k],
                                                 nullptr) == CL_SUCCESS;
        clReleaseEvent(marks[k]);
    }
    if (!known || times[1] <= times[0]) return {};
    return static_cast<double>(times[1] - times[0]) * 1e-3 / n;
}

}  // namespace bench
