// A loop over a range, split among the machine's threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace bench {

inline unsigned thread_count() {
    return std::max(1U, std::thread::hardware_concurrency());
}

/// Calls work(part, begin, end) for `parts` consecutive pieces of 0 .. n, each on its own thread; small ranges stay on
/// this one. Returns the number of pieces, at most thread_count().
template <class Work>
std::size_t in_parallel(std::size_t n, const Work& work) {
    constexpr std::size_t worth_a_thread = 1 << 16;
    const std::size_t parts = std::clamp<std::size_t>(n / worth_a_thread, 1, thread_count());
    std::vector<std::thread> threads;
    for (std::size_t part = 1; part < parts; ++part)
        threads.emplace_back([&, part] { work(part, n * part / parts, n * (part + 1) / parts); });
    work(std::size_t{0}, std::size_t{0}, n / parts);
    for (auto& thread : threads) thread.join();
    return parts;
}

}  // namespace bench
