// The threads that copy, kept until the process ends: starting them for each block would take longer than the block.
#include "copying.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "session/copy_pool.hpp"

namespace fftw_device {

namespace {

using stockham::internal::copy_pool;

constexpr std::size_t worth_a_thread = std::size_t{1} << 20;  // bytes: copied in 100 us

struct shared_pool {
    std::mutex mutex;
    std::shared_ptr<copy_pool> threads;
    int priority = 0;
};

/// Threads have the priority of the thread that started them. If that was the one that prepares in the background, the
/// program gets others.
std::shared_ptr<copy_pool> copying_threads() {
    static auto* const shared = new shared_pool;  // used until the end of the process
    const int priority = getpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)));
    const std::lock_guard lock(shared->mutex);
    if (!shared->threads || priority < shared->priority) {
        shared->threads = std::make_shared<copy_pool>(0);
        shared->priority = priority;
    }
    return shared->threads;
}

/// Calls body(first, count) for parts of `total`, in several threads if the parts are worth a thread each.
/// `bytes` is the size of one item. `body` must not throw.
template <class Body>
void in_parts(std::size_t total, std::size_t bytes, const Body& body) {
    const std::size_t part = std::max<std::size_t>(1, worth_a_thread / std::max<std::size_t>(1, bytes));
    if (total <= part) return body(0, total);
    std::vector<std::function<void()>> tasks;
    for (std::size_t first = 0; first < total; first += part)
        tasks.emplace_back([&body, first, count = std::min(part, total - first)] { body(first, count); });
    copying_threads()->run(std::move(tasks));
}

}  // namespace

void copy_bytes(void* to, const void* from, std::size_t bytes, bool to_upload) {
    if (bytes <= worth_a_thread) {
        std::memcpy(to, from, bytes);
        return;
    }
    copying_threads()->copy(
        {static_cast<std::byte*>(to), bytes, static_cast<const std::byte*>(from), bytes, bytes, 1, to_upload});
}

void load(const host_side& side, bool as_is, const arrays& a, std::size_t first, std::size_t count, void* to) {
    const std::size_t element = side.element_bytes();
    if (as_is) return copy_bytes(to, static_cast<const char*>(a.in) + first * element, count * element, true);
    in_parts(count, element, [&](std::size_t begin, std::size_t n) {
        side.gather(a.in, a.in_imaginary, first + begin, n, static_cast<char*>(to) + begin * element);
    });
}

void store(const host_side& side, bool as_is, const void* from, std::size_t first, std::size_t count, const arrays& a) {
    const std::size_t element = side.element_bytes();
    if (as_is) return copy_bytes(static_cast<char*>(a.out) + first * element, from, count * element);
    in_parts(count, element, [&](std::size_t begin, std::size_t n) {
        side.scatter(static_cast<const char*>(from) + begin * element, first + begin, n, a.out, a.out_imaginary);
    });
}

}  // namespace fftw_device
