// Host memory that a device reads and writes by DMA, kept for its next use: pinning takes longer than a transfer.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "runtime/memory/buffer_pool.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// A buffer that is mapped as long as it lives, which is what pins its memory. The destructor waits for the command
/// that uses it. If that is not seen to end, the memory is never released, since a device may still access it.
class pinned_block {
  public:
    pinned_block(cl_context, queue_object, std::size_t bytes);
    ~pinned_block();
    pinned_block(const pinned_block&) = delete;
    pinned_block& operator=(const pinned_block&) = delete;

    void* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

    /// The block is in use until this command has ended.
    void used_by(event_object last) { last_ = std::move(last); }
    bool is_busy() const noexcept;
    /// Waits for that command. Throws opencl_error if the command or the waiting fails.
    void wait();
    /// Waits until that command has ended, with success or without. False: it is unknown whether it has.
    bool is_free() noexcept;

  private:
    queue_object queue_;
    memory_object buffer_;
    void* data_ = nullptr;
    std::size_t bytes_;
    event_object last_;
};

/// Blocks of one context. Thread-safe.
class pinned_pool {
  public:
    /// The queue maps and unmaps. If memory runs out, these buffers make room.
    pinned_pool(context_object, queue_object, std::shared_ptr<buffer_pool>);

    /// A block of at least this size that no command uses. If all idle ones are too small, they are released first.
    /// Throws opencl_error; not that of a command that used a block before.
    std::unique_ptr<pinned_block> take(std::size_t bytes);
    void give_back(std::unique_ptr<pinned_block>) noexcept;
    /// True if all these bytes are in a block that is lent.
    bool contains(const void* address, std::size_t bytes) const;
    void trim();

  private:
    std::unique_ptr<pinned_block> take_idle(std::size_t bytes, std::vector<std::unique_ptr<pinned_block>>& too_small);

    context_object context_;
    queue_object queue_;
    std::shared_ptr<buffer_pool> buffers_;
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<pinned_block>> free_;
    std::vector<const pinned_block*> lent_;
};

}  // namespace stockham::internal
