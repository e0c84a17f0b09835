// Transforms a batch from host memory to host memory in slices. Upload, transform and download each have their own
// queue, so that they overlap (future work in paper 004).
//
//   uploads     0 1 2 3
//   transforms    0 1 2 3         queues are in order; between queues each slice waits for its event
//   downloads       0 1 2 3
//
// Host memory is pinned. On the device, slices are sub-buffers that begin at offsets with the device's alignment.
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

/// A queue whose destructor waits for its commands: none may be running when the memory is freed, even after a failure.
class draining_queue {
  public:
    explicit draining_queue(const opencl_target& target)
        : queue_(harness::make_queue(target.context(), target.device())) {}
    ~draining_queue() { clFinish(queue_.get()); }
    draining_queue(const draining_queue&) = delete;
    draining_queue& operator=(const draining_queue&) = delete;
    cl_command_queue get() const { return queue_.get(); }

  private:
    harness::queue_object queue_;
};

/// Some transforms of the batch: buffers on the device, addresses on the host, and the plan.
struct slice {
    opencl_buffer input, output;
    const char* from;
    char* to;
    const stockham::plan* plan;
};

/// Runs the batch in any of several numbers of slices, which share memory.
class slice_pipeline {
  public:
    /// `counts`: the numbers of slices, in ascending order.
    slice_pipeline(opencl_target&, const problem&, const std::vector<std::size_t>& counts);

    char* input() const { return from_.data(); }
    const char* output() const { return to_.data(); }
    std::size_t workspace_bytes() const { return workspace_bytes_; }
    std::size_t launches(std::size_t slices) const;

    /// Runs the whole batch in `slices` slices and waits for the last download.
    void run(std::size_t slices) const;

    /// The three parts separately, for the whole batch; transform() and download() use the data of the previous run.
    void upload() const;
    void transform() const;
    void download() const;

    /// Fills everything except the host's input with bytes 0xFF (NaNs), so that results of another run are not mistaken
    /// for this one's.
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
    draining_queue uploads_, transforms_, downloads_;  // last member: destroyed first
};

}  // namespace bench
