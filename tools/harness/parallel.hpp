// Work spread over threads: a range in a few parts, or calls that the threads take one after the other.
#pragma once

#include <cstddef>
#include <functional>

namespace stockham::harness {

/// How many threads the machine runs at once; at least 1.
unsigned thread_count();

/// Calls work(k) for each k below `count`, from at most `most` threads: each takes the next k when its last call has
/// returned. After an exception no further call begins, and the first exception is thrown here when all have ended.
void parallel_each(std::size_t count, const std::function<void(std::size_t)>& work, unsigned most = thread_count());

/// Enough to fill a bus or a disk by copying; more only disturb each other.
constexpr unsigned copying_threads = 8;

/// A grain for loops of a few operations on each number: below it a thread costs more than it saves.
constexpr std::size_t worth_a_thread = 1 << 16;

/// Calls work(begin, end) for consecutive parts of [0, count) that together cover it, each on a thread of its own and
/// of at least `grain`; at most `most` of them, and no more than the machine's threads. Exceptions as with
/// parallel_each.
void parallel_for(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work,
                  unsigned most = thread_count());

}  // namespace stockham::harness
