// Times kernels on buffers and a queue of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "problem/problem.hpp"
#include "runtime/execute/executable.hpp"
#include "search/copy_launch.hpp"
#include "search/test_bed.hpp"

namespace stockham::internal {

/// The description of a device, with its static local memory confirmed by a probe, or 0.
device_description probed_description(context_state&, cl_device_id);

/// Largest size of each of the three buffers of a bench: more than caches hold, at most a fraction of device memory.
std::uint64_t most_bench_bytes(const device_description&);

/// Times launches. Not thread-safe.
class calibration_bench {
  public:
    /// Allocates buffers of `bytes` bytes each.
    calibration_bench(context_state&, cl_device_id, const device_description&, std::uint64_t bytes);

    const device_description& device() const { return device_; }
    std::uint64_t bytes() const { return bytes_; }

    /// Compiles launches for the next function.
    executable compiled(std::vector<launch>) const;
    /// Seconds per execution by the host clock, after a warm-up execution.
    double seconds(const executable& made, unsigned executions) { return bed_.seconds(made, executions); }

    /// Seconds per execution in a sequence of many, including the time that the host takes to enqueue short launches.
    /// The second best of several rounds.
    double seconds(std::vector<launch>);

    /// Seconds that the device takes per execution. On GPUs copies keep the device busy while the host enqueues,
    /// because the speed of hosts varies, even from one minute to the next.
    double device_seconds(std::vector<launch>);

  private:
    context_state& context_;
    cl_device_id id_;
    device_description device_;
    std::uint64_t bytes_;
    test_bed bed_;
    std::optional<executable> copy_;  // copies a whole buffer; on GPUs
};

/// An empty launch.
launch launch_of_nothing(const device_description&);
/// A copy of `bytes` bytes by a single work-group.
launch launch_of_copy_by_one(std::uint64_t bytes, const device_description&);
/// A copy of an array of `bytes` bytes with rows `stride` bytes apart, in runs of `run` bytes. All are powers of two.
launch launch_of_runs(std::uint64_t bytes, std::uint64_t run, std::uint64_t stride, const device_description&);

}  // namespace stockham::internal
