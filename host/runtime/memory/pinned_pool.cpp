// Maps buffers and keeps them.
#include "runtime/memory/pinned_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
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
    const auto unmap = [this] {
        return clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), data_, 0, nullptr, nullptr) == CL_SUCCESS;
    };
    if (!is_free())
        static_cast<void>(buffer_.release());
    else if (unmap() || unmap())
        clFinish(queue_.get());
}

bool pinned_block::is_busy() const noexcept {
    if (!last_) return false;
    cl_int status = CL_QUEUED;
    const auto code = clGetEventInfo(last_.get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return code != CL_SUCCESS || status > CL_COMPLETE;
}

void pinned_block::wait() {
    const cl_event event = last_.get();
    if (!event) return;
    const cl_int code = clWaitForEvents(1, &event);
    if (!is_busy()) last_ = {};  // a command that failed is reported once
    check_cl(code, "clWaitForEvents");
}

bool pinned_block::is_free() noexcept {
    const cl_event event = last_.get();
    for (int attempt = 0; attempt < 2 && is_busy(); ++attempt) clWaitForEvents(1, &event);
    if (is_busy()) return false;
    last_ = {};
    return true;
}

pinned_pool::pinned_pool(context_object context, queue_object queue, std::shared_ptr<buffer_pool> buffers)
    : context_(std::move(context)), queue_(std::move(queue)), buffers_(std::move(buffers)) {}

/// The smallest idle block that is large enough, one that no command uses if possible.
std::unique_ptr<pinned_block> pinned_pool::take_idle(std::size_t bytes,
                                                     std::vector<std::unique_ptr<pinned_block>>& too_small) {
    const std::lock_guard lock(mutex_);
    const auto rank = [&](const auto& each) {
        return std::make_tuple(each->bytes() < bytes, each->is_busy(), each->bytes());
    };
    const auto best =
        std::min_element(free_.begin(), free_.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    if (best == free_.end() || (*best)->bytes() < bytes) {
        too_small.swap(free_);
        return nullptr;
    }
    auto found = std::move(*best);
    free_.erase(best);
    return found;
}

std::unique_ptr<pinned_block> pinned_pool::take(std::size_t bytes) {
    std::vector<std::unique_ptr<pinned_block>> too_small;  // released before more is pinned
    auto block = take_idle(bytes, too_small);
    if (block && !block->is_free()) block.reset();
    if (!block) {
        too_small.clear();
        block = buffers_->with_room([&] { return std::make_unique<pinned_block>(context_.get(), queue_, bytes); });
    }
    const std::lock_guard lock(mutex_);
    lent_.push_back(block.get());
    return block;
}

void pinned_pool::give_back(std::unique_ptr<pinned_block> block) noexcept {
    const std::lock_guard lock(mutex_);
    lent_.erase(std::remove(lent_.begin(), lent_.end(), block.get()), lent_.end());
    try {
        free_.push_back(std::move(block));
    } catch (const std::bad_alloc&) {  // released
    }
}

bool pinned_pool::contains(const void* address, std::size_t bytes) const {
    const auto first = reinterpret_cast<std::uintptr_t>(address);
    const std::lock_guard lock(mutex_);
    return std::any_of(lent_.begin(), lent_.end(), [&](const pinned_block* block) {
        const auto begin = reinterpret_cast<std::uintptr_t>(block->data());
        return first >= begin && first + bytes <= begin + block->bytes();
    });
}

void pinned_pool::trim() {
    std::vector<std::unique_ptr<pinned_block>> dropped;
    const std::lock_guard lock(mutex_);
    dropped.swap(free_);
}

}  // namespace stockham::internal
