// Contexts, queues, and timing by markers before and after the executions.
#include "opencl_target.hpp"

#include <fmt/format.h>

#include "host.hpp"
#include "tools/harness/device_time.hpp"

namespace bench {

const char* to_string(status s) {
    constexpr const char* names[] = {"ok", "missing", "unsupported", "too_large", "wrong", "failed"};
    return names[static_cast<int>(s)];
}

status status_of(const stockham::opencl_error& e) {
    for (const int code :
         {CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_INVALID_BUFFER_SIZE, CL_OUT_OF_HOST_MEMORY})
        if (e.code() == code) return status::too_large;
    return status::failed;
}

opencl_kernel::opencl_kernel(const opencl_target& target, const std::string& source, const char* name,
                             const std::string& options)
    : kernel_(harness::make_kernel(harness::make_program(target.context(), target.device(), source, options).get(),
                                   name)) {}

void opencl_kernel::enqueue(cl_command_queue queue, std::size_t items, std::size_t group, std::size_t batch) const {
    const std::size_t global[] = {items, batch}, local[] = {group, 1};
    check_cl(clEnqueueNDRangeKernel(queue, kernel_.get(), 2, nullptr, global, local, 0, nullptr, nullptr),
             "clEnqueueNDRangeKernel");
}

opencl_target::opencl_target(cl_device_id device)
    : device_(device), context_(harness::make_context(device)), queue_(harness::make_queue(context(), device)),
      profiled_(harness::make_queue(context(), device, CL_QUEUE_PROFILING_ENABLE)),
      description_(stockham::describe(device)) {}

location opencl_target::where() const {
    return {description_.name, description_.platform, description_.driver, "opencl"};
}

std::shared_ptr<opencl_buffers> opencl_target::buffers(std::size_t bytes) {
    if (auto alive = shared_.lock(); alive && alive->input.size() >= bytes) return alive;
    const auto largest = description_.max_allocation;
    if (largest && bytes > largest)
        throw refusal(status::too_large,
                      fmt::format("a buffer of {} bytes; {} allows at most {}", bytes, description_.name, largest));
    if (description_.global_memory && 2 * bytes > description_.global_memory)
        throw refusal(status::too_large, fmt::format("two buffers of {} bytes; {} has {} in all", bytes,
                                                     description_.name, description_.global_memory));
    // A CPU's buffers use host memory, like the harness's copies, the workspace and the references. An overcommitted
    // host would kill the run instead of refusing the allocation.
    const auto spare = description_.kind == stockham::device_kind::cpu ? memory_to_spare() : 0;
    if (spare && 6 * bytes > spare)
        throw refusal(status::too_large,
                      fmt::format("six buffers of {} bytes are needed; the host has {} bytes available", bytes, spare));
    std::shared_ptr<opencl_buffers> made(new opencl_buffers{{context(), bytes}, {context(), bytes}});
    shared_ = made;
    return made;
}

opencl_execution::opencl_execution(opencl_target& target, const problem& p, bool spoils)
    : target_(&target), bytes_(p.bytes()), input_bytes_(p.input_bytes()), output_bytes_(p.output_bytes()),
      in_place_(p.in_place()), buffers_(target.buffers(bytes_)) {
    if (spoils && !in_place_) copy_ = std::make_unique<opencl_buffer>(target.context(), input_bytes_);
}

void opencl_execution::upload(const void* data) {
    check_cl(clEnqueueWriteBuffer(target_->queue(), input(), CL_TRUE, 0, input_bytes_, data, 0, nullptr, nullptr),
             "clEnqueueWriteBuffer");
}

void opencl_execution::poison() {
    const cl_uint ones = 0xffffffffU;
    check_cl(clEnqueueFillBuffer(target_->queue(), output(), &ones, sizeof ones, 0, bytes_, 0, nullptr, nullptr),
             "clEnqueueFillBuffer");
    check_cl(clFinish(target_->queue()), "clFinish");
}

void opencl_execution::refill() {
    check_cl(clEnqueueCopyBuffer(target_->queue(), input(), from(), 0, 0, input_bytes_, 0, nullptr, nullptr),
             "clEnqueueCopyBuffer");
    check_cl(clFinish(target_->queue()), "clFinish");
}

void opencl_execution::download(void* data) {
    check_cl(clEnqueueReadBuffer(target_->queue(), output(), CL_TRUE, 0, output_bytes_, data, 0, nullptr, nullptr),
             "clEnqueueReadBuffer");
}

void opencl_execution::run(unsigned n) {
    for (unsigned k = 0; k < n; ++k) enqueue(target_->queue());
    check_cl(clFinish(target_->queue()), "clFinish");
}

std::optional<double> opencl_execution::run_by_events(unsigned n) {
    const auto queue = target_->profiled();
    const auto seconds = harness::device_seconds(queue, [&] {
        for (unsigned k = 0; k < n; ++k) enqueue(queue);
    });
    if (!seconds) return {};
    return *seconds * 1e6 / n;
}

}  // namespace bench
