// Many kernels compiled at a time.
#include "compiler.hpp"

#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>

#include <fmt/format.h>
#include <unistd.h>

#include "parallel.hpp"

namespace bench {

namespace {

/// The work of all threads, which take the next kernel until none is left or one has failed.
class kernel_queue {
  public:
    kernel_queue(kernel_compiler& compiler, const std::vector<planned_kernel>& kernels)
        : compiler_(compiler), kernels_(kernels), usages_(kernels.size()) {}

    void work() {
        for (std::size_t at = 0; (at = next_++) < kernels_.size();) {
            try {
                usages_[at] = compiler_.compile(kernels_[at].launch);
            } catch (const std::exception& e) {
                const std::lock_guard lock(mutex_);
                if (failure_.empty()) failure_ = kernels_[at].where + ": " + e.what();
                next_ = kernels_.size();
                return;
            }
            say_done();
        }
    }

    std::vector<kernel_usage> finish() {
        if (shown_) fmt::print(stderr, "\r\x1b[K");
        if (!failure_.empty()) throw std::runtime_error(failure_);
        return std::move(usages_);
    }

  private:
    void say_done() {
        if (!shown_) return;
        const std::lock_guard lock(mutex_);
        fmt::print(stderr, "\rcompiled {} of {} kernels", ++done_, kernels_.size());
    }

    kernel_compiler& compiler_;
    const std::vector<planned_kernel>& kernels_;
    std::vector<kernel_usage> usages_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::size_t done_ = 0;
    std::string failure_;
    bool shown_ = isatty(STDERR_FILENO) != 0;
};

}  // namespace

std::vector<kernel_usage> compile_all(kernel_compiler& compiler, const std::vector<planned_kernel>& kernels) {
    kernel_queue queue(compiler, kernels);
    std::vector<std::thread> threads;
    for (unsigned k = 1; k < thread_count(); ++k) threads.emplace_back([&] { queue.work(); });
    queue.work();
    for (auto& thread : threads) thread.join();
    return queue.finish();
}

}  // namespace bench
