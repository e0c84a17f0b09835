// The pool of the process is kept until it ends: starting threads for each block would take longer than the block.
#include "session/copy_threads.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "base/files/files.hpp"
#include "base/immortal.hpp"
#include "base/own_threads.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t worth_a_thread = std::size_t{1} << 20;  // bytes: copied in 100 us

struct shared_pool {
    std::mutex mutex;
    std::shared_ptr<copy_pool> threads;
    int niceness = 0;
    unsigned long forks = 0;
};

std::shared_ptr<copy_pool> pool_of_process() {
    static auto& shared = immortal<shared_pool>();
    const int niceness = thread_niceness();
    const std::lock_guard lock(shared.mutex);
    const bool forked = shared.forks != fork_count();
    if (!shared.threads || forked || niceness < shared.niceness) {
        if (forked) immortal(std::move(shared.threads));  // its threads are in the parent
        shared.threads = std::make_shared<copy_pool>(0);
        shared.niceness = niceness;
        shared.forks = fork_count();
    }
    return shared.threads;
}

}  // namespace

std::shared_ptr<copy_pool> copy_threads::pool() {
    if (!wanted_) return pool_of_process();
    std::call_once(once_, [this] { own_ = std::make_shared<copy_pool>(wanted_); });
    return own_;
}

void copy_threads::in_parts(std::size_t items, std::size_t item_bytes,
                            const std::function<void(std::size_t first, std::size_t count)>& body) {
    const std::size_t part = std::max<std::size_t>(1, worth_a_thread / std::max<std::size_t>(1, item_bytes));
    if (items <= part) {
        if (items) body(0, items);
        return;
    }
    std::vector<std::function<void()>> tasks;
    for (std::size_t first = 0; first < items; first += part)
        tasks.emplace_back([&body, first, count = std::min(part, items - first)] { body(first, count); });
    pool()->run(std::move(tasks));
}

void copy_threads::copy(void* to, const void* from, std::size_t bytes, bool to_upload) {
    if (bytes <= worth_a_thread) {
        if (bytes) std::memcpy(to, from, bytes);
        return;
    }
    pool()->copy({static_cast<std::byte*>(to), bytes, static_cast<const std::byte*>(from), bytes, bytes, 1, to_upload});
}

}  // namespace stockham::internal
