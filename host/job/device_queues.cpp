// A device as jobs use it: a context, queues, and pinned memory.
#include "job/device_queues.hpp"

#include <algorithm>
#include <utility>

namespace stockham::internal {

pinned_block::pinned_block(cl_context context, queue_object queue, std::size_t bytes)
    : queue_(std::move(queue)), buffer_(make_buffer(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes)),
      bytes_(bytes) {
    cl_int code = CL_SUCCESS;
    data_ = clEnqueueMapBuffer(queue_.get(), buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr,
                               nullptr, &code);
    check_cl(code, "clEnqueueMapBuffer");
}

pinned_block::~pinned_block() {
    if (clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), data_, 0, nullptr, nullptr) == CL_SUCCESS)
        clFinish(queue_.get());
}

device_queues::device_queues(cl_device_id which)
    : device(which), context(make_context(which)), upload(make_queue(context.get(), which)),
      compute(make_queue(context.get(), which)), download(make_queue(context.get(), which)) {}

std::unique_ptr<pinned_block> device_queues::take_pinned(std::size_t bytes) {
    std::vector<std::unique_ptr<pinned_block>> too_small;  // released before more is pinned
    {
        const std::lock_guard lock(mutex_);
        const auto best = std::min_element(free_.begin(), free_.end(), [&](const auto& a, const auto& b) {
            const bool a_fits = a->bytes() >= bytes, b_fits = b->bytes() >= bytes;
            return a_fits != b_fits ? a_fits : a->bytes() < b->bytes();
        });
        if (best != free_.end() && (*best)->bytes() >= bytes) {
            auto found = std::move(*best);
            free_.erase(best);
            return found;
        }
        too_small.swap(free_);
    }
    too_small.clear();
    return std::make_unique<pinned_block>(context.get(), upload, bytes);
}

void device_queues::give_back(std::unique_ptr<pinned_block> block) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(block));
}

}  // namespace stockham::internal
