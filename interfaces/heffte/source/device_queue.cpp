// Queues by their OpenCL handle, and commands on shared virtual memory, which sessions do not lend.
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <stockham/error.hpp>

#include "box_kernels.hpp"
#include "rank.hpp"

namespace stockham {
inline namespace v0_2 {
namespace boxes {

namespace {

using detail::check_call;
using state_pointer = std::shared_ptr<box_kernels>;

state_pointer state_with(const session& own) {
    const device_description& about = own.description();
    if (about.max_work_group < box_kernels::group_items)
        throw unsupported_error("work-group", "the device " + about.name + " has work-groups of at most " +
                                                  std::to_string(about.max_work_group) + " work-items; heFFTe's need " +
                                                  std::to_string(box_kernels::group_items));
    cl_device_svm_capabilities shared = 0;
    if (clGetDeviceInfo(own.device(), CL_DEVICE_SVM_CAPABILITIES, sizeof shared, &shared, nullptr) != CL_SUCCESS)
        shared = 0;  // a device of OpenCL 1.2 does not know the query
    if (!shared)
        throw unsupported_error("shared memory", "the device " + about.name +
                                                     " has no shared virtual memory; heffte::backend::stockham "
                                                     "needs none, with data in host memory");
    own.queue();  // made now, so that free() need not
    return std::make_shared<box_kernels>(own);
}

/// A state retains its queue, so that no other queue gets its handle. That of the process is not released at the end:
/// the OpenCL library may be gone by then.
state_pointer state_of(cl_command_queue queue) {
    const auto options = [] {
        session_options made;
        made.copy_threads = boxes_internal::copy_threads();
        return made;
    };
    if (!queue) {
        static const auto* const of_process =
            new state_pointer(state_with(session(boxes_internal::devices().front(), options())));
        return *of_process;
    }
    static std::mutex mutex;
    static auto* const known = new std::map<cl_command_queue, std::weak_ptr<box_kernels>>;
    const std::lock_guard<std::mutex> lock(mutex);
    state_pointer found = (*known)[queue].lock();
    if (found) return found;
    for (auto each = known->begin(); each != known->end();)
        each = each->second.expired() ? known->erase(each) : std::next(each);
    found = state_with(session(queue, options()));
    (*known)[queue] = found;
    return found;
}

}  // namespace

device_queue::device_queue(cl_command_queue queue) : device_queue(state_of(queue)) {}
device_queue::device_queue(std::shared_ptr<box_kernels> kernels)
    : session(kernels->own), kernels_(std::move(kernels)) {}

void* device_queue::allocate(std::size_t bytes) const {
    if (!bytes) return nullptr;
    const auto make = [&] { return clSVMAlloc(context(), CL_MEM_READ_WRITE, bytes, 0); };
    if (void* const made = make()) return made;
    trim();
    if (void* const made = make()) return made;
    throw opencl_error("clSVMAlloc", CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

void device_queue::free(void* memory) const noexcept {
    if (!memory) return;
    try {
        finish();
    } catch (const opencl_error&) {  // a lost device
    } catch (const unsupported_error&) {
        return;  // in a forked process the memory is the parent's
    }
    clSVMFree(context(), memory);
}

void device_queue::copy_on_device(void* to, const void* from, std::size_t bytes) const {
    if (bytes)
        check_call(clEnqueueSVMMemcpy(queue(), CL_FALSE, to, from, bytes, 0, nullptr, nullptr), "clEnqueueSVMMemcpy");
}

void device_queue::copy_box(std::size_t element, const box_copy& box, const device_memory& from,
                            const device_memory& to) const {
    kernels_->copy(element, box, from, to);
}

void device_queue::to_complex(std::size_t size, const void* real, std::size_t n, void* complex) const {
    if (!n) return;
    const cl_uint zero = 0;
    check_call(clEnqueueSVMMemFill(queue(), complex, &zero, sizeof zero, 2 * size * n, 0, nullptr, nullptr),
               "clEnqueueSVMMemFill");
    copy_box(size, {{n, 1, 1}, {1, 0, 0}, {2, 0, 0}}, device_memory::at(real), device_memory::at(complex));
}

void device_queue::to_real(std::size_t size, const void* complex, std::size_t n, void* real) const {
    copy_box(size, {{n, 1, 1}, {2, 0, 0}, {1, 0, 0}}, device_memory::at(complex), device_memory::at(real));
}

void device_queue::scale(float* data, std::size_t n, double factor) const {
    kernels_->scale("float", data, n, factor);
}

void device_queue::scale(double* data, std::size_t n, double factor) const {
    kernels_->scale("double", data, n, factor);
}

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham
