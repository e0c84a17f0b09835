// Kernels of programs of callers.
#include <stockham/session.hpp>

#include <utility>

#include <stockham/error.hpp>

#include "base/messages/printable.hpp"
#include "runtime/opencl/addresses.hpp"
#include "runtime/programs/program_store.hpp"
#include "session/session_state.hpp"

namespace stockham {

using namespace internal;

struct device_kernel::state {
    context_object context;
    address_space addresses;
    shared_program program;
    kernel_object kernel;
    std::shared_ptr<buffer_pool> buffers;  // make room if memory runs out

    ~state() {
        if (program.unsaved) program.unsaved->save_if_idle();
    }
};

device_kernel::device_kernel() noexcept = default;
device_kernel::device_kernel(device_kernel&&) noexcept = default;
device_kernel& device_kernel::operator=(device_kernel&&) noexcept = default;
device_kernel::~device_kernel() = default;

cl_kernel device_kernel::get() const noexcept {
    return state_ ? state_->kernel.get() : nullptr;
}

void device_kernel::set(cl_uint index, const device_memory& memory) {
    if (memory.address()) return state_->addresses.set(state_->context.get(), get(), index, memory.address());
    const cl_mem handle = memory.buffer();
    set_bytes(index, sizeof handle, &handle);
}

void device_kernel::set_bytes(cl_uint index, std::size_t bytes, const void* value) {
    check_cl(clSetKernelArg(get(), index, bytes, value), "clSetKernelArg");
}

namespace internal {

namespace {

void enqueue_kernel(cl_kernel kernel, unsaved_program* unsaved, buffer_pool& buffers, cl_command_queue queue,
                    const std::array<std::size_t, 3>& global, const std::array<std::size_t, 3>& local, cl_uint n_wait,
                    const cl_event* wait, cl_event* event) {
    const cl_uint axes = global[2] > 1 ? 3 : global[1] > 1 ? 2 : 1;
    const auto enqueue = [&](cl_event* done) {
        buffers.with_room([&] {
            check_cl(clEnqueueNDRangeKernel(queue, kernel, axes, nullptr, global.data(),
                                            local[0] ? local.data() : nullptr, n_wait, wait, done),
                     "clEnqueueNDRangeKernel");
        });
    };
    if (!unsaved || unsaved->is_saved()) return enqueue(event);
    unsaved->watch([&] {
        cl_event done = nullptr;
        enqueue(&done);
        event_object watched(done);
        if (event) check_cl(clRetainEvent(*event = done), "clRetainEvent");
        return watched;
    });
}

}  // namespace

}  // namespace internal

event device_kernel::enqueue(cl_command_queue queue, const std::array<std::size_t, 3>& global,
                             const std::array<std::size_t, 3>& local, cl_uint n_wait, const cl_event* wait) const {
    cl_event done = nullptr;
    enqueue_kernel(get(), state_->program.unsaved.get(), *state_->buffers, queue, global, local, n_wait, wait, &done);
    return event(done);
}

void device_kernel::execute(cl_command_queue queue, const std::array<std::size_t, 3>& global,
                            const std::array<std::size_t, 3>& local) const {
    enqueue_kernel(get(), state_->program.unsaved.get(), *state_->buffers, queue, global, local, 0, nullptr, nullptr);
}

device_kernel session::kernel(const std::string& source, const std::string& name, const std::string& options) const {
    state_->check_process();
    return state_->buffers->with_room([&] {
        auto program = state_->programs->program(device(), source, options);
        cl_int code = CL_SUCCESS;
        kernel_object made(clCreateKernel(program.program.get(), name.c_str(), &code));
        if (code == CL_INVALID_KERNEL_NAME)
            throw argument_error("kernel", "the program has no kernel " + in_quotes(name));
        check_cl(code, "clCreateKernel");
        device_kernel kernel;
        kernel.state_.reset(new device_kernel::state{state_->context, state_->addresses, std::move(program),
                                                     std::move(made), state_->buffers});
        return kernel;
    });
}

}  // namespace stockham
