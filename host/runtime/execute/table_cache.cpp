// Keeps the last tables of members that were put on the device.
#include "runtime/execute/table_cache.hpp"

#include <algorithm>

namespace stockham::internal {

memory_object table_cache::of(cl_context context, const std::vector<std::uint64_t>& numbers) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const entry& e) { return e.numbers == numbers; });
    if (found != entries_.end()) {
        entries_.splice(entries_.begin(), entries_, found);
        return found->memory;
    }
    auto copy = numbers;
    entry made{std::move(copy), {}};
    made.memory = make_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, numbers.size() * sizeof numbers[0],
                              made.numbers.data());
    entries_.push_front(std::move(made));
    if (entries_.size() > most) entries_.pop_back();
    return entries_.front().memory;
}

}  // namespace stockham::internal
