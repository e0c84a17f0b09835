// One trip between storages: blocks are read, transformed and written at the same time.
#include "out_of_core/block_run.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "base/start_thread.hpp"

namespace stockham::internal {

namespace {

/// Bytes that a thread reads or writes at a time.
constexpr std::size_t task_bytes = std::size_t{2} << 20;

/// A call of array_storage, for some rows.
using row_transfer = std::function<void(std::size_t array, std::size_t packed, std::size_t bytes)>;

/// Calls f for all rows of a block, on all threads unless they must go in order.
void transfer(const trip_side& side, unit_place place, copy_pool& threads, bool in_order, const row_transfer& f) {
    std::vector<std::function<void()>> tasks;
    for_each_row(side, place, [&](const unit_rows& r) {
        const std::size_t rows = std::clamp<std::size_t>(task_bytes / r.bytes, 1, r.rows);
        for (std::size_t first = 0; first < r.rows; first += rows)
            for (std::size_t at = 0; at < r.bytes; at += task_bytes)
                tasks.push_back([=, &f] {
                    const std::size_t bytes = std::min(task_bytes, r.bytes - at);
                    for (std::size_t k = first; k < std::min(first + rows, r.rows); ++k)
                        f(r.array + k * r.array_pitch + at, r.packed + k * r.packed_pitch + at, bytes);
                });
    });
    if (!in_order) return threads.run(std::move(tasks));
    for (const auto& task : tasks) task();
}

/// Adds the time of its life to a sum.
class stopwatch {
  public:
    explicit stopwatch(double& sum) : sum_(sum) {}
    ~stopwatch() { sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
    stopwatch(const stopwatch&) = delete;
    stopwatch& operator=(const stopwatch&) = delete;

  private:
    double& sum_;
    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The time during which any of several threads was busy.
class busy_time {
  public:
    explicit busy_time(double& sum) : sum_(sum) {}
    void begin() {
        const std::lock_guard lock(mutex_);
        if (busy_++ == 0) start_ = std::chrono::steady_clock::now();
    }
    void end() {
        const std::lock_guard lock(mutex_);
        if (--busy_ == 0) sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    double& sum_;
    std::mutex mutex_;
    unsigned busy_ = 0;
    std::chrono::steady_clock::time_point start_;
};

/// Makes one of the threads busy for the time of its life.
class shared_stopwatch {
  public:
    explicit shared_stopwatch(busy_time& all) : all_(all) { all_.begin(); }
    ~shared_stopwatch() { all_.end(); }
    shared_stopwatch(const shared_stopwatch&) = delete;
    shared_stopwatch& operator=(const shared_stopwatch&) = delete;

  private:
    busy_time& all_;
};

/// Memory of blocks starts at multiples of this, as files need that bypass the page cache.
constexpr std::align_val_t block_alignment{4096};

struct block_delete {
    void operator()(std::byte* data) const { ::operator delete(data, block_alignment); }
};

/// A block in memory.
struct resident {
    std::size_t block = 0;
    std::unique_ptr<std::byte, block_delete> data;
};

/// Blocks that go from one thread to another.
class block_channel {
  public:
    block_channel(bool& stopped, std::mutex& mutex, std::condition_variable& changed, unsigned producers)
        : stopped_(stopped), mutex_(mutex), changed_(changed), producers_(producers) {}

    void put(resident r) {
        {
            const std::lock_guard lock(mutex_);
            waiting_.push_back(std::move(r));
        }
        changed_.notify_all();
    }
    /// One producer has put its last block.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            --producers_;
        }
        changed_.notify_all();
    }
    /// False when there are no more, or after a failure.
    bool take(resident& r) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return stopped_ || producers_ == 0 || !waiting_.empty(); });
        if (stopped_ || waiting_.empty()) return false;
        r = std::move(waiting_.front());
        waiting_.pop_front();
        return true;
    }

  private:
    bool& stopped_;
    std::mutex& mutex_;
    std::condition_variable& changed_;
    std::deque<resident> waiting_;
    unsigned producers_;
};

class pipeline {
  public:
    explicit pipeline(const block_run& what)
        : what_(what), trip_(*what.blocks), readers_(what.from->is_sequential() ? 1 : 2),
          writers_(what.to->is_sequential() ? 1 : 2) {
        const std::size_t blocks = std::min(resident_blocks, trip_.units());
        for (std::size_t k = 0; k < blocks; ++k) {
            free_in_.put({0, buffer(trip_.read)});
            free_out_.put({0, buffer(trip_.write)});
        }
    }

    bool run() {
        const stopwatch watch(what_.report->seconds);
        std::vector<std::thread> threads;
        threads.reserve(readers_ + writers_);  // so that a thread in the list is joined
        start(threads, readers_, read_, [this] { read_blocks(); });
        start(threads, writers_, free_out_, [this] { write_blocks(); });
        guarded([this] { transform_blocks(); }, transformed_);
        for (auto& thread : threads) thread.join();
        if (failure_) std::rethrow_exception(failure_);
        return !cancelled_;
    }

  private:
    static std::unique_ptr<std::byte, block_delete> buffer(const trip_side& side) {
        void* const data = ::operator new(side.unit_elements() * side.element_bytes, block_alignment);
        return std::unique_ptr<std::byte, block_delete>(static_cast<std::byte*>(data));
    }

    /// The exception that is being handled stops all threads.
    void fail() {
        {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            stopped_ = true;
        }
        changed_.notify_all();
    }

    /// Runs one of the threads' work, then closes the channel that it fills. A failure stops all.
    template <class Work>
    void guarded(Work work, block_channel& fills) {
        try {
            work();
        } catch (...) {
            fail();
        }
        fills.close();
    }

    /// Starts this many threads that fill a channel. Fewer do the same work; without any the run fails.
    template <class Work>
    void start(std::vector<std::thread>& threads, unsigned count, block_channel& fills, Work work) {
        for (unsigned k = 0; k < count; ++k) {
            try {
                threads.push_back(start_thread([this, work, &fills] { guarded(work, fills); }));
            } catch (...) {
                if (k == 0) fail();
                fills.close();
            }
        }
    }

    /// The next block to read; false when there are no more.
    bool next_block(std::size_t& block) {
        const std::lock_guard lock(record_mutex_);
        while (next_ < trip_.units() && what_.is_done(next_)) ++next_;
        block = next_++;
        return block < trip_.units();
    }

    void read_blocks() {
        resident r;
        for (std::size_t block = 0; next_block(block);) {
            if (!free_in_.take(r)) return;
            r.block = block;
            const shared_stopwatch watch(reading_);
            transfer(trip_.read, place_of(trip_, trip_.read, block), *what_.read_threads, what_.from->is_sequential(),
                     [&](std::size_t array, std::size_t packed, std::size_t bytes) {
                         what_.from->read(array, r.data.get() + packed, bytes);
                     });
            read_.put(std::move(r));
        }
    }

    void transform_blocks() {
        resident in, out;
        while (read_.take(in)) {
            if (!free_out_.take(out)) return;
            out.block = in.block;
            if (!transform(in, out)) {
                const std::lock_guard lock(mutex_);
                cancelled_ = stopped_ = true;
                return;
            }
            free_in_.put(std::move(in));
            transformed_.put(std::move(out));
        }
    }

    bool transform(const resident& in, const resident& out) const {
        const stopwatch watch(what_.report->transform_seconds);
        return what_.transform(in.block, in.data.get(), out.data.get());
    }

    void write_blocks() {
        resident r;
        while (transformed_.take(r)) {
            const shared_stopwatch watch(writing_);
            transfer(trip_.write, place_of(trip_, trip_.write, r.block), *what_.write_threads,
                     what_.to->is_sequential(), [&](std::size_t array, std::size_t packed, std::size_t bytes) {
                         what_.to->write(array, r.data.get() + packed, bytes);
                     });
            if (what_.finished) {
                what_.to->flush();
                const std::lock_guard lock(record_mutex_);
                what_.finished(r.block);
            }
            free_out_.put(std::move(r));
        }
    }

    const block_run& what_;
    const trip& trip_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool stopped_ = false, cancelled_ = false;
    std::exception_ptr failure_;
    const unsigned readers_, writers_;
    block_channel free_in_{stopped_, mutex_, changed_, 1}, read_{stopped_, mutex_, changed_, readers_};
    block_channel transformed_{stopped_, mutex_, changed_, 1}, free_out_{stopped_, mutex_, changed_, writers_};
    busy_time reading_{what_.report->read_seconds}, writing_{what_.report->write_seconds};
    std::mutex record_mutex_;  // for the functions of the record
    std::size_t next_ = 0;
};

}  // namespace

bool block_run::run() const {
    return pipeline(*this).run();
}

}  // namespace stockham::internal
