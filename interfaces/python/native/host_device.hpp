// A device that transforms host arrays: a context, an in-order queue, and a pool of buffers.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include <stockham/stockham.hpp>

#include "plans.hpp"

class host_device {
  public:
    /// Throws opencl_error if no context or queue can be created.
    explicit host_device(cl_device_id);
    host_device(const host_device&) = delete;
    host_device& operator=(const host_device&) = delete;
    ~host_device();

    cl_context context() const noexcept { return context_.get(); }
    cl_command_queue queue() const noexcept { return queue_.get(); }
    cl_device_id device() const noexcept { return device_; }

    /// Uploads, executes and downloads; returns when the output is complete. In place, `output` may be `input`. With
    /// `keep_gaps`, the output is uploaded first, which preserves the bytes between its elements. Thread-safe.
    void run(const stockham::plan&, const void* input, std::size_t input_bytes, void* output, std::size_t output_bytes,
             bool keep_gaps = false);

    /// Releases the buffers in the pool.
    void trim();
    std::size_t kept_bytes() const;

  private:
    struct buffer {
        stockham::owned_buffer memory;
        std::size_t bytes = 0;
    };
    class lease;

    buffer take(std::size_t bytes);
    buffer create(std::size_t bytes);
    void keep(buffer);

    cl_device_id device_;
    stockham::owned_context context_;
    stockham::owned_queue queue_;
    stockham::session session_;  // keeps programs and tables when plans are destroyed
    mutable std::mutex lock_;
    std::vector<buffer> free_;  // oldest first
};

/// Host memory that the device reads and writes directly, faster than other memory. It needs no device afterwards.
class pinned_memory {
  public:
    /// Throws opencl_error if there is not enough memory. `bytes` must not be 0.
    pinned_memory(const host_device&, std::size_t bytes);
    pinned_memory(const pinned_memory&) = delete;
    pinned_memory& operator=(const pinned_memory&) = delete;
    ~pinned_memory();
    void* data() const noexcept { return data_; }

  private:
    stockham::owned_queue queue_;
    stockham::owned_buffer buffer_;
    void* data_ = nullptr;
};
