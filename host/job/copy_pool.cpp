// Threads that copy memory.
#include "job/copy_pool.hpp"

#include <algorithm>
#include <cstring>
#include <system_error>

namespace stockham::internal {

namespace {

/// Bytes of one task: large enough that handing it over costs nothing, small enough to divide a chunk among threads.
constexpr std::size_t task_bytes = std::size_t{1} << 20;
constexpr unsigned most_threads = 32;

void copy_rows(const row_copy& c) {
    if (c.to_pitch == c.bytes && c.from_pitch == c.bytes) {
        std::memcpy(c.to, c.from, c.rows * c.bytes);
        return;
    }
    for (std::size_t row = 0; row < c.rows; ++row)
        std::memcpy(c.to + row * c.to_pitch, c.from + row * c.from_pitch, c.bytes);
}

/// Divides a copy into tasks: whole rows if they are short, parts of rows otherwise.
std::vector<row_copy> parts_of(row_copy c) {
    std::vector<row_copy> parts;
    if (c.to_pitch == c.bytes && c.from_pitch == c.bytes && c.rows > 1)
        c = {c.to, c.rows * c.bytes, c.from, c.rows * c.bytes, c.rows * c.bytes, 1};
    const std::size_t rows = std::max<std::size_t>(1, task_bytes / std::max<std::size_t>(1, c.bytes));
    for (std::size_t row = 0; row < c.rows; row += rows) {
        row_copy some = c;
        some.to += row * c.to_pitch;
        some.from += row * c.from_pitch;
        some.rows = std::min(rows, c.rows - row);
        if (some.rows > 1 || c.bytes <= task_bytes) {
            parts.push_back(some);
            continue;
        }
        for (std::size_t at = 0; at < c.bytes; at += task_bytes)
            parts.push_back(
                {some.to + at, c.to_pitch, some.from + at, c.from_pitch, std::min(task_bytes, c.bytes - at), 1});
    }
    return parts;
}

}  // namespace

copy_pool::copy_pool(unsigned threads) {
    if (threads == 0) threads = std::clamp(std::thread::hardware_concurrency(), 1U, most_threads);
    try {
        for (unsigned k = 1; k < threads; ++k) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // the system has no more threads: those made so far must do
    }
}

copy_pool::~copy_pool() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) thread.join();
}

/// Runs the first task, if there is one. Unlocks meanwhile.
bool copy_pool::run_one(std::unique_lock<std::mutex>& lock) {
    if (tasks_.empty()) return false;
    const task next = tasks_.front();
    tasks_.pop_front();
    lock.unlock();
    copy_rows(next.part);
    lock.lock();
    if (--*next.left == 0) finished_.notify_all();
    return true;
}

void copy_pool::work() {
    std::unique_lock lock(mutex_);
    while (!ends_)
        if (!run_one(lock)) changed_.wait(lock);
}

void copy_pool::copy(const row_copy& whole) {
    if (whole.rows * whole.bytes <= task_bytes || threads_.empty()) return copy_rows(whole);
    const auto parts = parts_of(whole);
    std::size_t left = parts.size();
    std::unique_lock lock(mutex_);
    for (const auto& part : parts) tasks_.push_back({part, &left});
    changed_.notify_all();
    while (left > 0)
        if (!run_one(lock)) finished_.wait(lock);
}

}  // namespace stockham::internal
