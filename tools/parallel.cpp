// A range of work spread over a few threads: the memory and file traffic of one thread does not fill a bus.
#include "parallel.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace stockham::tools {

namespace {

// Reading and writing run at once, each with as many: beyond this they only disturb each other.
constexpr std::size_t most_threads = 8;

std::size_t thread_count(std::size_t count, std::size_t grain) {
    const std::size_t cores = std::max<std::size_t>(1, std::thread::hardware_concurrency());
    return std::clamp<std::size_t>(count / std::max<std::size_t>(1, grain), 1, std::min(cores, most_threads));
}

class joined_threads {
  public:
    ~joined_threads() {
        for (std::thread& t : threads_) t.join();
    }
    void start(std::function<void()> work) { threads_.emplace_back(std::move(work)); }

  private:
    std::vector<std::thread> threads_;
};

}  // namespace

void parallel_for(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work) {
    const std::size_t parts = thread_count(count, grain);
    if (parts == 1) return work(0, count);
    std::mutex guard;
    std::exception_ptr failure;
    const auto part = [&](std::size_t p) {
        try {
            work(count / parts * p, p + 1 == parts ? count : count / parts * (p + 1));
        } catch (...) {
            const std::lock_guard lock(guard);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        joined_threads threads;
        for (std::size_t p = 1; p < parts; ++p) threads.start([&part, p] { part(p); });
        part(0);
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace stockham::tools
