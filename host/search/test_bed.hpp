// Buffers of the search's own, in which candidates are run, checked and timed.
#pragma once

#include <array>
#include <cstdint>

#include "problem/problem.hpp"
#include "runtime/executable.hpp"

namespace stockham::internal {

/// Bytes of the three buffers of an execution; 0 where there is none.
struct bed_sizes {
    std::uint64_t input = 0, output = 0, workspace = 0;
};

/// An in-order queue and guarded buffers on one device. Not thread-safe.
class test_bed {
  public:
    /// Throws opencl_error if the memory is not to be had. `double_extension` as describe() tells.
    test_bed(context_state&, cl_device_id, precision, double_support, const bed_sizes&);

    /// Random numbers in `source`, poison in the other buffers.
    void reset(buffer source);
    void run(const executable&);

    /// What is in a buffer now is what every candidate is to leave there.
    void take_reference(buffer);
    /// The relative L2 distance of a buffer to the reference: infinite or no number where poison was left or
    /// overwritten.
    double distance(buffer);
    /// Whether the bytes before and behind every buffer are as they were.
    bool guards_hold();

    /// Seconds of one of so many executions, one after another, by the host's clock; one goes before, not counted.
    double seconds(const executable&, unsigned executions);

    /// Seconds of all executions of `ahead` and then of the other: where the host enqueues everything while the device
    /// is at `ahead`, the difference to `ahead` alone is what the device takes for the other.
    double seconds_behind(const executable& ahead, unsigned executions_ahead, const executable&, unsigned executions);

    /// Elements of a buffer, read back.
    void read(buffer, std::size_t byte_offset, std::size_t bytes, void* to);

  private:
    struct guarded {
        memory_object whole, inside;
        std::size_t bytes = 0;
    };
    guarded make(std::uint64_t wanted);
    guarded& of(buffer);
    void fill(const char* kernel, const guarded&, cl_ulong seed);

    context_state& context_;
    precision precision_;
    queue_object queue_;
    program_object program_;
    std::array<guarded, 3> buffers_;
    guarded reference_, sums_;
};

}  // namespace stockham::internal
