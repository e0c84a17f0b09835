// A device as jobs use it: a context, queues, and pinned memory.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include <stockham/opencl.hpp>

#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// Host memory that a device reads and writes by DMA: a mapped buffer.
class pinned_block {
  public:
    pinned_block(cl_context, queue_object, std::size_t bytes);
    ~pinned_block();
    pinned_block(const pinned_block&) = delete;
    pinned_block& operator=(const pinned_block&) = delete;

    void* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

  private:
    queue_object queue_;
    memory_object buffer_;
    void* data_ = nullptr;
    std::size_t bytes_;
};

/// A device's context and its queues, one for each stage of a chunk, so that chunks overlap. Keeps pinned memory for
/// its next use: pinning takes longer than a transfer. Several jobs may use it one after another.
class device_queues {
  public:
    explicit device_queues(cl_device_id);

    const cl_device_id device;
    const context_object context;
    const queue_object upload, compute, download;

    /// Pinned memory of at least this size, kept or new.
    std::unique_ptr<pinned_block> take_pinned(std::size_t bytes);
    void give_back(std::unique_ptr<pinned_block>);

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<pinned_block>> free_;
};

/// Pinned memory that goes back to its device at the end.
class pinned_lease {
  public:
    pinned_lease() = default;
    pinned_lease(device_queues& queues, std::size_t bytes) : queues_(&queues), block_(queues.take_pinned(bytes)) {}
    ~pinned_lease() {
        if (block_) queues_->give_back(std::move(block_));
    }
    pinned_lease(pinned_lease&&) = default;
    pinned_lease& operator=(pinned_lease&&) = default;

    explicit operator bool() const { return block_ != nullptr; }
    void* data() const { return block_->data(); }

  private:
    device_queues* queues_ = nullptr;
    std::unique_ptr<pinned_block> block_;
};

}  // namespace stockham::internal
