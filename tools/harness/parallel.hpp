// Loops over threads: a range divided into a few parts, or calls that the threads take from a counter.
#pragma once

#include <cstddef>
#include <functional>

namespace stockham::harness {

/// The number of hardware threads; at least 1.
unsigned thread_count();

/// Calls work(k) for each k below `count` on at most `most` threads; a thread takes the next k when its call has
/// returned. After an exception no further call starts; the first exception is rethrown when all calls have ended.
void parallel_each(std::size_t count, const std::function<void(std::size_t)>& work, unsigned most = thread_count());

/// Enough threads to saturate a bus or a disk by copying; more threads only slow each other down.
constexpr unsigned copying_threads = 8;

/// A grain for loops of a few operations per number: with less work a thread costs more than it saves.
constexpr std::size_t worth_a_thread = 1 << 16;

/// Divides [0, count) into consecutive parts and calls work(begin, end) for each on its own thread. A part has at least
/// `grain` elements; there are at most `most` parts and at most as many as hardware threads. Exceptions as with
/// parallel_each().
void parallel_for(std::size_t count, std::size_t grain, const std::function<void(std::size_t, std::size_t)>& work,
                  unsigned most = thread_count());

}  // namespace stockham::harness
