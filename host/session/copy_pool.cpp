// Threads that copy memory.
#include "session/copy_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#include <system_error>
#include <utility>

#include "base/start_thread.hpp"

namespace stockham::internal {

namespace {

/// Bytes of one task: large enough that handing it over costs nothing, small enough to divide a chunk among threads.
constexpr std::size_t task_bytes = std::size_t{1} << 20;
constexpr unsigned most_threads = 32;

#if defined(__SSE2__)
/// Copies past the caches: the copy is not read soon, and lines that are overwritten need not be fetched before. The
/// rate of many threads grows from 46 to 64 GB/s (16 cores, rows of 8 KiB). A device uploads such a copy more slowly
/// than one in the caches: copy and upload together reach 43 instead of 52 GB/s (H100, four blocks of 16 MiB).
void copy_past_caches(std::byte* to, const std::byte* from, std::size_t bytes) {
    constexpr std::size_t line = 64;
    const std::size_t head = std::min(bytes, (line - reinterpret_cast<std::uintptr_t>(to) % line) % line);
    std::memcpy(to, from, head);
    std::size_t done = head;
    for (; done + line <= bytes; done += line) {
        const auto* const source = reinterpret_cast<const __m128i*>(from + done);
        auto* const target = reinterpret_cast<__m128i*>(to + done);
        const __m128i a = _mm_loadu_si128(source), b = _mm_loadu_si128(source + 1);
        const __m128i c = _mm_loadu_si128(source + 2), d = _mm_loadu_si128(source + 3);
        _mm_stream_si128(target, a);
        _mm_stream_si128(target + 1, b);
        _mm_stream_si128(target + 2, c);
        _mm_stream_si128(target + 3, d);
    }
    std::memcpy(to + done, from + done, bytes - done);
}
/// Makes such copies visible to other threads and devices.
void finish_copies() {
    _mm_sfence();
}
#else
void copy_past_caches(std::byte* to, const std::byte* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
}
void finish_copies() {}
#endif

void copy_rows(const row_copy& c) {
    const auto copy_bytes = [&](std::byte* to, const std::byte* from, std::size_t bytes) {
        if (c.to_upload)
            std::memcpy(to, from, bytes);
        else
            copy_past_caches(to, from, bytes);
    };
    if (c.to_pitch == c.bytes && c.from_pitch == c.bytes)
        copy_bytes(c.to, c.from, c.rows * c.bytes);
    else
        for (std::size_t row = 0; row < c.rows; ++row)
            copy_bytes(c.to + row * c.to_pitch, c.from + row * c.from_pitch, c.bytes);
    finish_copies();
}

/// Divides a copy into tasks: whole rows if they are short, parts of rows otherwise.
std::vector<row_copy> parts_of(row_copy c) {
    std::vector<row_copy> parts;
    if (c.to_pitch == c.bytes && c.from_pitch == c.bytes && c.rows > 1)
        c = {c.to, c.rows * c.bytes, c.from, c.rows * c.bytes, c.rows * c.bytes, 1, c.to_upload};
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
            parts.push_back({some.to + at, c.to_pitch, some.from + at, c.from_pitch, std::min(task_bytes, c.bytes - at),
                             1, c.to_upload});
    }
    return parts;
}

}  // namespace

copy_pool::copy_pool(unsigned threads) {
    if (threads == 0) threads = std::clamp(std::thread::hardware_concurrency(), 1U, most_threads);
    threads_.reserve(threads);  // so that a thread in the list is joined
    try {
        for (unsigned k = 1; k < threads; ++k) threads_.push_back(own_thread([this] { work(); }));
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
    const task next = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    std::exception_ptr failure;
    try {
        next.work();
    } catch (...) {
        failure = std::current_exception();
    }
    lock.lock();
    if (failure && !next.of->failure) next.of->failure = failure;
    if (--next.of->left == 0) finished_.notify_all();
    return true;
}

void copy_pool::work() {
    std::unique_lock lock(mutex_);
    while (!ends_)
        if (!run_one(lock)) changed_.wait(lock);
}

void copy_pool::run(std::vector<std::function<void()>> tasks) {
    group all{tasks.size(), nullptr};
    {
        std::unique_lock lock(mutex_);
        for (auto& work : tasks) tasks_.push_back({std::move(work), &all});
        changed_.notify_all();
        while (all.left > 0)
            if (!run_one(lock)) finished_.wait(lock);
    }
    if (all.failure) std::rethrow_exception(all.failure);
}

void copy_pool::copy(const row_copy* copies, std::size_t count) {
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < count; ++k) bytes += copies[k].rows * copies[k].bytes;
    if (bytes <= task_bytes || threads_.empty()) {
        for (std::size_t k = 0; k < count; ++k) copy_rows(copies[k]);
        return;
    }
    std::vector<row_copy> parts;
    for (std::size_t k = 0; k < count; ++k) {
        const auto more = parts_of(copies[k]);
        parts.insert(parts.end(), more.begin(), more.end());
    }
    // Small copies share a task.
    std::vector<std::function<void()>> tasks;
    for (std::size_t first = 0, last = 0; first < parts.size(); first = last) {
        for (bytes = 0; last < parts.size() && bytes < task_bytes; ++last)
            bytes += parts[last].rows * parts[last].bytes;
        tasks.push_back([&parts, first, end = last] {
            for (std::size_t k = first; k < end; ++k) copy_rows(parts[k]);
        });
    }
    run(std::move(tasks));
}

}  // namespace stockham::internal
