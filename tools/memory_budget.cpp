// Memory that threads share: each takes the bytes that its work needs, and waits until they are free.
#include "memory_budget.hpp"

#include <algorithm>
#include <utility>

namespace stockham::tools {

memory_budget::share::share(share&& other) noexcept
    : from_(std::exchange(other.from_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

memory_budget::share& memory_budget::share::operator=(share&& other) noexcept {
    std::swap(from_, other.from_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

void memory_budget::share::give_back() noexcept {
    if (from_ == nullptr) return;
    {
        const std::lock_guard lock(from_->mutex_);
        from_->taken_ -= bytes_;
    }
    from_->returned_.notify_all();
    from_ = nullptr;
}

memory_budget::share memory_budget::take(std::size_t bytes) {
    bytes = std::min(bytes, total_);
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [&] { return bytes <= total_ - taken_; });
    taken_ += bytes;
    return {*this, bytes};
}

}  // namespace stockham::tools
