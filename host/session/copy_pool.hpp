// Threads that copy memory: one thread alone copies slower than a link to a GPU.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace stockham::internal {

/// Rows of bytes at constant pitches.
struct row_copy {
    std::byte* to;
    std::size_t to_pitch;
    const std::byte* from;
    std::size_t from_pitch;
    std::size_t bytes;  ///< of each row
    std::size_t rows;
    /// A device reads the copy soon, which is faster from the caches than from memory. Other copies bypass the caches.
    bool to_upload = false;
};

/// Thread-safe: several threads may copy at once, and share the threads.
class copy_pool {
  public:
    /// `threads` in all, the calling one included; 0: one per processor, at most 32.
    explicit copy_pool(unsigned threads);
    ~copy_pool();
    copy_pool(const copy_pool&) = delete;
    copy_pool& operator=(const copy_pool&) = delete;

    /// Copies and returns when all is done.
    void copy(const row_copy& one) { copy(&one, 1); }
    void copy(const std::vector<row_copy>& all) { copy(all.data(), all.size()); }

    /// Runs tasks in any order and returns when all are done. Throws what one of them threw; the others run all the
    /// same.
    void run(std::vector<std::function<void()>> tasks);

  private:
    /// The tasks of one call.
    struct group {
        std::size_t left;
        std::exception_ptr failure;
    };
    struct task {
        std::function<void()> work;
        group* of;
    };
    void copy(const row_copy*, std::size_t count);
    void work();
    bool run_one(std::unique_lock<std::mutex>&);

    std::mutex mutex_;
    std::condition_variable changed_, finished_;
    std::deque<task> tasks_;
    bool ends_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace stockham::internal
