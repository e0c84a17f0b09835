// Arrays in host memory and the links to devices, for experiments that measure transfers.
#include "host_memory.hpp"

#include <algorithm>
#include <mutex>
#include <thread>

namespace bench {

double seconds_since(bench_clock::time_point start) {
    return std::chrono::duration<double>(bench_clock::now() - start).count();
}

void in_parallel(std::size_t size, const std::function<void(std::size_t, std::size_t)>& work) {
    const std::size_t n = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (std::size_t k = 0; k < n; ++k) threads.emplace_back([&, k] { work(size * k / n, size * (k + 1) / n); });
    for (auto& thread : threads) thread.join();
}

double link_seconds(std::vector<std::unique_ptr<link_end>>& ends, const host_arrays& a) {
    const std::size_t pieces = (std::max(a.in_bytes, a.out_bytes) + piece_bytes - 1) / piece_bytes;
    std::mutex mutex;
    std::size_t next = 0;
    const auto start = bench_clock::now();
    std::vector<std::thread> threads;
    for (auto& end : ends)
        threads.emplace_back([&] {
            for (std::size_t queued = 0;; ++queued) {
                std::size_t mine = 0;
                {
                    const std::lock_guard lock(mutex);
                    if (next == pieces) break;
                    mine = next++;
                }
                const std::size_t at = mine * piece_bytes;
                const auto size = [&](std::size_t bytes) { return at < bytes ? std::min(piece_bytes, bytes - at) : 0; };
                if (size(a.in_bytes))
                    clEnqueueWriteBuffer(end->up.get(), end->in.get(), CL_FALSE, 0, size(a.in_bytes), a.input + at, 0,
                                         nullptr, nullptr);
                if (size(a.out_bytes))
                    clEnqueueReadBuffer(end->down.get(), end->out.get(), CL_FALSE, 0, size(a.out_bytes), a.output + at,
                                        0, nullptr, nullptr);
                clFlush(end->up.get());
                clFlush(end->down.get());
                if (queued % 4 == 3) {  // no device runs away with all pieces
                    clFinish(end->up.get());
                    clFinish(end->down.get());
                }
            }
            clFinish(end->up.get());
            clFinish(end->down.get());
        });
    for (auto& thread : threads) thread.join();
    return seconds_since(start);
}

}  // namespace bench
