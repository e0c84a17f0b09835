// The whole way of a batch, from host memory to host memory: each slice is uploaded, transformed and downloaded on a
// queue for each of the three, so that they overlap (what paper 004 leaves for later).
//
//   uploads     0 1 2 3
//   transforms    0 1 2 3         in order on each queue; from queue to queue each slice waits for its own event
//   downloads       0 1 2 3
//
// Host memory is pinned. On the device slices are sub-buffers, that begin where the device's alignment lets them.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <stockham/plan.hpp>

#include "opencl_target.hpp"
#include "problem.hpp"

namespace bench {

/// A queue that ends before it goes: nothing may be in flight when the memory goes, also after a failure.
class ending_queue {
  public:
    explicit ending_queue(const opencl_target& target)
        : queue_(harness::make_queue(target.context(), target.device())) {}
    ~ending_queue() { clFinish(queue_.get()); }
    ending_queue(const ending_queue&) = delete;
    ending_queue& operator=(const ending_queue&) = delete;
    cl_command_queue get() const { return queue_.get(); }

  private:
    harness::queue_object queue_;
};

/// Some transforms of the batch: their places on the device and on the host, and their plan.
struct slice {
    opencl_buffer input, output;
    const char* from;
    char* to;
    const stockham::plan* plan;
};

/// The batch on its way, in any of some numbers of slices; these share the memory.
class slice_pipeline {
  public:
    /// `counts`: the numbers of slices, in ascending order.
    slice_pipeline(opencl_target&, const problem&, const std::vector<std::size_t>& counts);

    char* input() const { return from_.data(); }
    const char* output() const { return to_.data(); }
    std::size_t workspace_bytes() const { return workspace_bytes_; }
    std::size_t launches(std::size_t slices) const;

    /// One whole way in so many slices. It is done when the last download is.
    void run(std::size_t slices) const;

    /// Its parts alone, of all transforms at once; transform() and download() take what the last run has left.
    void upload() const;
    void transform() const;
    void download() const;

    /// Fills all but the host's input with bytes 0xFF, NaNs: what another run has left must not pass for this one's.
    void poison() const;

  private:
    const slice& whole() const { return cuts_.at(1).front(); }
    std::vector<slice> cut(std::size_t slices);
    const stockham::plan* plan_of(std::size_t batch);
    harness::event_object upload(const slice&) const;
    harness::event_object transform(const slice&, cl_event after) const;
    void download(const slice&, cl_event after) const;

    const opencl_target& target_;
    problem problem_;
    std::size_t alignment_;
    std::shared_ptr<opencl_buffers> device_;
    harness::queue_object mapping_;
    harness::pinned_memory from_, to_;
    std::map<std::size_t, stockham::plan> plans_;     // by batch
    std::map<std::size_t, std::vector<slice>> cuts_;  // by number of slices
    std::size_t workspace_bytes_ = 0;
    std::optional<opencl_buffer> workspace_;
    ending_queue uploads_, transforms_, downloads_;  // last: they end first
};

}  // namespace bench
