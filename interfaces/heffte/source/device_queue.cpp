// Queues by their OpenCL handle, and commands on shared virtual memory, which sessions do not lend.
#include "device_queue.hpp"

#include <iterator>
#include <map>
#include <mutex>
#include <string>

#include <stockham/error.hpp>

#include "rank.hpp"

namespace stockham {
inline namespace v0_2 {
namespace boxes {

namespace {

using state_pointer = std::shared_ptr<device_queue::state>;

void check_call(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw opencl_error(call, code);
}

session_options options_of_rank() {
    session_options options;
    options.copy_threads = boxes_internal::copy_threads();
    return options;
}

/// Not released at the end of the process: the OpenCL library may be gone by then.
const state_pointer& queue_of_process() {
    static const auto* const one = new state_pointer(
        std::make_shared<device_queue::state>(session(boxes_internal::devices().front(), options_of_rank())));
    return *one;
}

/// A state retains its queue, so that no other queue gets its handle.
state_pointer state_of(cl_command_queue queue) {
    if (!queue) return queue_of_process();
    static std::mutex mutex;
    static auto* const known = new std::map<cl_command_queue, std::weak_ptr<device_queue::state>>;
    const std::lock_guard lock(mutex);
    state_pointer found = (*known)[queue].lock();
    if (found) return found;
    for (auto each = known->begin(); each != known->end();)
        each = each->second.expired() ? known->erase(each) : std::next(each);
    found = std::make_shared<device_queue::state>(session(queue, options_of_rank()));
    (*known)[queue] = found;
    return found;
}

}  // namespace

device_queue::state::state(const session& session) : own(session), queue(own.queue()), kernels(session) {
    const device_description& about = own.description();
    constexpr std::size_t needed = boxes_internal::box_kernels::group_items;
    if (about.max_work_group < needed)
        throw unsupported_error("work-group", "the device " + about.name + " has work-groups of at most " +
                                                  std::to_string(about.max_work_group) + " work-items; heFFTe's need " +
                                                  std::to_string(needed));
    cl_device_svm_capabilities shared = 0;
    if (clGetDeviceInfo(own.device(), CL_DEVICE_SVM_CAPABILITIES, sizeof shared, &shared, nullptr) != CL_SUCCESS)
        shared = 0;  // a device of OpenCL 1.2 does not know the query
    if (!shared)
        throw unsupported_error("shared memory", "the device " + about.name +
                                                     " has no shared virtual memory; heffte::backend::stockham "
                                                     "needs none, with data in host memory");
}

device_queue::device_queue() : state_(queue_of_process()) {}
device_queue::device_queue(cl_command_queue queue) : state_(state_of(queue)) {}
device_queue::~device_queue() = default;
device_queue::device_queue(const device_queue&) = default;
device_queue& device_queue::operator=(const device_queue&) = default;

cl_command_queue device_queue::get() const {
    return state_->queue;
}

void device_queue::finish() const {
    state_->own.finish();
}

void* device_queue::allocate(std::size_t bytes) const {
    if (!bytes) return nullptr;
    const auto make = [&] { return clSVMAlloc(state_->own.context(), CL_MEM_READ_WRITE, bytes, 0); };
    if (void* const made = make()) return made;
    state_->own.trim();
    if (void* const made = make()) return made;
    throw opencl_error("clSVMAlloc", CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

void device_queue::free(void* memory) const noexcept {
    if (!memory) return;
    clFinish(state_->queue);
    clSVMFree(state_->own.context(), memory);
}

void device_queue::upload(void* to, const void* from, std::size_t bytes) const {
    state_->own.upload(device_memory::at(to), bytes, from);
}

void device_queue::download(void* to, const void* from, std::size_t bytes) const {
    state_->own.download(device_memory::at(from), bytes, to);
}

void device_queue::copy(void* to, const void* from, std::size_t bytes) const {
    if (bytes)
        check_call(clEnqueueSVMMemcpy(state_->queue, CL_FALSE, to, from, bytes, 0, nullptr, nullptr),
                   "clEnqueueSVMMemcpy");
}

void device_queue::copy(std::size_t element, const box_copy& box, const void* from, void* to) const {
    state_->kernels.copy(element, box, device_memory::at(from), device_memory::at(to));
}

void device_queue::to_complex(std::size_t size, const void* real, std::size_t n, void* complex) const {
    if (!n) return;
    const cl_uint zero = 0;
    check_call(clEnqueueSVMMemFill(state_->queue, complex, &zero, sizeof zero, 2 * size * n, 0, nullptr, nullptr),
               "clEnqueueSVMMemFill");
    copy(size, {{n, 1, 1}, {1, 0, 0}, {2, 0, 0}}, real, complex);
}

void device_queue::to_real(std::size_t size, const void* complex, std::size_t n, void* real) const {
    copy(size, {{n, 1, 1}, {2, 0, 0}, {1, 0, 0}}, complex, real);
}

void device_queue::scale(float* data, std::size_t n, double factor) const {
    state_->kernels.scale(data, n, factor);
}

void device_queue::scale(double* data, std::size_t n, double factor) const {
    state_->kernels.scale(data, n, factor);
}

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham
