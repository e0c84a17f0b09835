// Copies between shared virtual memory and ordinary host memory, for heFFTe's backend with data in device memory. MPI's
// messages are in ordinary memory, with which a GPU exchanges 5 GB/s: these copies go through blocks of pinned memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include <stockham/heffte/devices.hpp>
#include <stockham/heffte/kernels.hpp>
#include <stockham/stockham.hpp>

namespace heffte {
namespace stockham_detail {

/// Threads that copy in host memory for one rank: the ranks of a host share its processors.
inline std::size_t copy_threads() {
    constexpr std::size_t most = 8;
    return std::clamp<std::size_t>(std::thread::hardware_concurrency() / ranks_of_host(), 1, most);
}

/// Copies in host memory, in several threads if that is faster. Does not throw: without threads the caller copies.
inline void copy_in_host(void* to, const void* from, std::size_t bytes) noexcept {
    constexpr std::size_t worth_a_thread = std::size_t{1} << 21;  // copied in 200 us; a thread starts in 20
    const std::size_t threads = std::clamp<std::size_t>(bytes / worth_a_thread, 1, copy_threads());
    const std::size_t part = (bytes + threads - 1) / threads;
    const auto copy = [=](std::size_t first) {
        std::memcpy(static_cast<char*>(to) + first, static_cast<const char*>(from) + first,
                    std::min(part, bytes - first));
    };
    std::vector<std::thread> others;
    std::size_t first = part;
    try {
        others.reserve(threads);
        for (; first < bytes; first += part) others.emplace_back(copy, first);
    } catch (const std::exception&) {  // no more threads
    }
    for (; first < bytes; first += part) copy(first);
    if (bytes) copy(0);
    for (std::thread& each : others) each.join();
}

/// The blocks of pinned memory of an in-order queue, used in turn. Not thread-safe.
class host_copies {
  public:
    static constexpr std::size_t block_bytes = std::size_t{1} << 24, block_count = 4;

    /// The context and the queue must outlive this object.
    host_copies(cl_context context, cl_command_queue queue) : context_(context), queue_(queue) {}
    host_copies(const host_copies&) = delete;
    host_copies& operator=(const host_copies&) = delete;
    ~host_copies() {
        for (block& each : blocks_)
            if (each.data) clEnqueueUnmapMemObject(queue_, each.memory.get(), each.data, 0, nullptr, nullptr);
        clFinish(queue_);
    }

    /// Copies from the host; `from` may be changed on return, and commands enqueued later find the copy. Throws
    /// opencl_error.
    void upload(void* to, const void* from, std::size_t bytes) {
        for (std::size_t first = 0; first < bytes; first += block_bytes) {
            const std::size_t count = std::min(block_bytes, bytes - first);
            block& each = next();
            copy_in_host(each.data, static_cast<const char*>(from) + first, count);
            start(each, static_cast<char*>(to) + first, each.data, count);
        }
    }

    /// Copies to the host after all commands enqueued before, and waits. Throws opencl_error.
    void download(void* to, const void* from, std::size_t bytes) {
        std::array<block*, block_count> started{};
        std::size_t asked = 0;
        const auto ask = [&](std::size_t turn) {
            if (asked >= bytes) return;
            started[turn] = &next();
            const std::size_t count = std::min(block_bytes, bytes - asked);
            start(*started[turn], started[turn]->data, static_cast<const char*>(from) + asked, count);
            asked += count;
        };
        for (std::size_t turn = 0; turn < block_count; ++turn) ask(turn);
        for (std::size_t first = 0, turn = 0; first < bytes; first += block_bytes, turn = (turn + 1) % block_count) {
            wait(*started[turn]);
            copy_in_host(static_cast<char*>(to) + first, started[turn]->data, std::min(block_bytes, bytes - first));
            ask(turn);
        }
    }

  private:
    struct block {
        ::stockham::owned<cl_mem> memory;
        void* data = nullptr;      // mapped as long as the block lives: that is what makes it pinned
        ::stockham::event copied;  // the last copy to or from it
    };

    static void wait(block& which) {
        const ::stockham::event last = std::exchange(which.copied, {});  // a copy that failed is reported once
        if (!last) return;
        const cl_event event = last.get();
        check_call(clWaitForEvents(1, &event), "clWaitForEvents");
    }

    block& next() {
        block& which = blocks_[turn_];
        turn_ = (turn_ + 1) % block_count;
        wait(which);
        if (which.data) return which;
        cl_int code = CL_SUCCESS;
        which.memory = ::stockham::owned<cl_mem>(
            clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, block_bytes, nullptr, &code));
        check_call(code, "clCreateBuffer");
        which.data = clEnqueueMapBuffer(queue_, which.memory.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, block_bytes,
                                        0, nullptr, nullptr, &code);
        check_call(code, "clEnqueueMapBuffer");
        return which;
    }

    void start(block& which, void* to, const void* from, std::size_t bytes) {
        cl_event event = nullptr;
        check_call(clEnqueueSVMMemcpy(queue_, CL_FALSE, to, from, bytes, 0, nullptr, &event), "clEnqueueSVMMemcpy");
        which.copied = ::stockham::event(event);
        check_call(clFlush(queue_), "clFlush");
    }

    cl_context context_;
    cl_command_queue queue_;
    std::array<block, block_count> blocks_;
    std::size_t turn_ = 0;
};

}  // namespace stockham_detail
}  // namespace heffte
