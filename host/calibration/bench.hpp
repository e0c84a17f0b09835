// Buffers, a queue, and kernels timed on them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "problem/problem.hpp"
#include "runtime/executable.hpp"
#include "search/test_bed.hpp"

namespace stockham::internal {

/// The device as it is: what it guesses of its static local memory is confirmed, or 0.
device_description probed_description(context_state&, cl_device_id);

/// The most bytes of each of a bench's three buffers: more than caches hold, but no more than a share of the device's
/// memory.
std::uint64_t most_bench_bytes(const device_description&);

/// Not thread-safe.
class calibration_bench {
  public:
    /// With buffers of so many bytes each.
    calibration_bench(context_state&, cl_device_id, const device_description&, std::uint64_t bytes);

    const device_description& device() const { return device_; }
    std::uint64_t bytes() const { return bytes_; }

    /// Compiled launches, for the next function.
    executable compiled(std::vector<launch>) const;
    /// Seconds per execution, by the host's clock, after one that is not counted.
    double seconds(const executable& made, unsigned executions) { return bed_.seconds(made, executions); }

    /// Seconds of one execution, one after another, as whoever waits for many of them sees it: where launches are
    /// short, the time that the host takes to enqueue them. The second best of several rounds.
    double seconds(std::vector<launch>);

    /// What the device takes of it: on GPUs measured behind copies that keep it busy while the host enqueues. Hosts are
    /// of unlike speed, and one host from one minute to the next.
    double device_seconds(std::vector<launch>);

  private:
    context_state& context_;
    cl_device_id id_;
    device_description device_;
    std::uint64_t bytes_;
    test_bed bed_;
    std::optional<executable> copy_;  // of all bytes, on GPUs
};

/// Launches of the kernels in cl/calibration/copy.cl.
launch launch_of_nothing(const device_description&);
/// Of so many bytes, read and written: at least as many as a work-group copies.
launch launch_of_copy(std::uint64_t bytes, const device_description&);
/// .. by a single work-group.
launch launch_of_copy_by_one(std::uint64_t bytes, const device_description&);
/// Of an array of so many bytes, whose rows are `stride` bytes apart, in runs of `run` bytes, powers of two all.
launch launch_of_runs(std::uint64_t bytes, std::uint64_t run, std::uint64_t stride, const device_description&);

}  // namespace stockham::internal
