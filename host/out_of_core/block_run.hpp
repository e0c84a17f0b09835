// One trip between storages: blocks are read, transformed and written at the same time.
#pragma once

#include <cstddef>
#include <functional>

#include <stockham/out_of_core.hpp>

#include "out_of_core/trip.hpp"
#include "session/copy_pool.hpp"

namespace stockham::internal {

/// Blocks of each side in memory: two travel between storage and memory, so that the end of one does not leave the
/// storage idle, while another is transformed.
constexpr std::size_t resident_blocks = 3;

struct block_run {
    const trip* blocks = nullptr;
    array_storage *from = nullptr, *to = nullptr;
    copy_pool *read_threads = nullptr, *write_threads = nullptr;
    std::function<bool(std::size_t block)> is_done;
    std::function<void(std::size_t block)> finished;  ///< empty: nothing is flushed
    trip_report* report = nullptr;                    ///< gets the seconds of the trip and its stages
    /// Transforms a block in memory. False: cancelled.
    std::function<bool(std::size_t block, const std::byte* in, std::byte* out)> transform;

    /// False if it was cancelled. Throws what the functions and storages throw, first come, when all threads have
    /// ended.
    bool run() const;
};

}  // namespace stockham::internal
