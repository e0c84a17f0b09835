// The device that computes, and the way of the program's arrays through it.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include <stockham/owned.hpp>

#include "host_side.hpp"
#include "library.hpp"

namespace fftw_device {

/// A transform that is ready to be executed by the device.
class ready_transform {
  public:
    virtual ~ready_transform() = default;
    /// Executes and waits. After a failure the input of an out-of-place transform is as it was. In place, the arrays
    /// are as they were, unless it is a partial_failure: then all results are there. Throws device_failure, refusal or
    /// std::bad_alloc.
    virtual void run(const arrays&, bool in_place) = 0;
    /// Bytes of the sides for an execution whose results do not matter; 0 if there should be none.
    virtual std::size_t input_bytes() const = 0;
    virtual std::size_t output_bytes() const = 0;
};

/// A shape that is compiled for the device.
class device_transform {
  public:
    device_transform(const shape&, std::unique_ptr<compiled_transform>);
    const compiled_transform& compiled() const { return *compiled_; }
    const shape& how() const { return shape_; }
    const host_side& input() const { return input_; }
    const host_side& output() const { return output_; }

  private:
    shape shape_;
    host_side input_, output_;
    std::unique_ptr<compiled_transform> compiled_;
};

/// The device, its context, queue and memory. One execution at a time: threads wait for each other, as the device would
/// make them do, so that the memory is that of the largest problem and not of all plans.
class device {
  public:
    /// Opens the device of the process at the first call. Throws refusal or device_failure, then and ever after.
    static device& open();

    const device_facts& facts() const { return facts_; }

    /// True if the device's memory holds the arrays and the workspace of the shape, as predicted. Throws refusal.
    bool holds(const shape&) const;

    /// Plans and compiles. Throws refusal or device_failure.
    std::unique_ptr<device_transform> compile(const shape&);

    /// As ready_transform::run(): in place, results are stored only when all of them have arrived.
    void run(const device_transform&, const arrays&, bool in_place);

    /// Calls `body` while no other transform runs here, after their memory has been released: `body` may use all of
    /// the device's memory. Throws what `body` throws.
    void alone(const std::function<void()>& body);

  private:
    explicit device(const device_facts&);

    /// Why the device's memory does not hold buffers of these sizes; empty: it does.
    std::string shortage(const buffer_bytes&) const;
    cl_mem held(stockham::owned_buffer&, std::size_t bytes, cl_mem_flags);
    void release_memory();
    void run_locked(const device_transform&, const arrays&, bool in_place);
    void run_in_shared_memory(const device_transform&, const arrays&, bool in_place);
    void run_over_link(const device_transform&, const arrays&, bool in_place);
    void upload(const device_transform&, const arrays&, cl_mem to);
    void download(const device_transform&, cl_mem from, const arrays&, void* all_at_once);
    void* ring_block(std::size_t number);
    void* staging(std::size_t bytes);
    void finish();

    device_facts facts_;
    stockham::owned_context context_;
    stockham::owned_queue queue_;
    std::mutex mutex_;
    stockham::owned_buffer input_, output_, workspace_;  ///< grow, and are shared by all transforms
    static constexpr std::size_t ring_blocks = 4;
    stockham::owned_buffer ring_[ring_blocks];  ///< pinned memory between the arrays and the device
    void* ring_data_[ring_blocks] = {};
    std::unique_ptr<char[]> staging_;  ///< whole results of transforms in place
    std::size_t staging_bytes_ = 0;
};

}  // namespace fftw_device
