// Loops over threads.
#include "tools/harness/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace stockham::harness {

namespace {

class joined_threads {
  public:
    ~joined_threads() {
        for (std::thread& t : threads_) t.join();
    }
    /// False if the system has no more threads.
    bool start(const std::function<void()>& work) {
        try {
            threads_.emplace_back(work);
            return true;
        } catch (const std::system_error&) {
            return false;
        }
    }

  private:
    std::vector<std::thread> threads_;
};

}  // namespace

unsigned thread_count() {
    return std::max(1U, std::thread::hardware_concurrency());
}

void parallel_each(std::size_t count, const std::function<void(std::size_t)>& work, unsigned most) {
    std::atomic<std::size_t> next = 0;
    std::mutex guard;
    std::exception_ptr failure;
    const auto take = [&] {
        for (std::size_t k = 0; (k = next++) < count;) {
            try {
                work(k);
            } catch (...) {
                const std::lock_guard lock(guard);
                if (!failure) failure = std::current_exception();
                next = count;
            }
        }
    };
    {
        joined_threads threads;
        for (std::size_t t = 1; t < std::min<std::size_t>(count, most) && threads.start(take);) ++t;
        take();
    }
    if (failure) std::rethrow_exception(failure);
}

void parallel_for(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work,
                  unsigned most) {
    const std::size_t threads = std::clamp(most, 1U, thread_count());
    const std::size_t parts = std::clamp<std::size_t>(count / std::max<std::size_t>(1, grain), 1, threads);
    const std::size_t share = count / parts, longer = count % parts;  // the first few have one more
    const auto begin = [=](std::size_t p) { return share * p + std::min(p, longer); };
    parallel_each(parts, [&](std::size_t p) { work(begin(p), begin(p + 1)); });
}

}  // namespace stockham::harness
