// Runs, checks and times candidates on buffers of its own.
#pragma once

#include <array>
#include <cstdint>

#include "problem/problem.hpp"
#include "runtime/execute/executable.hpp"

namespace stockham::internal {

/// Bytes of the three buffers of an execution; 0 for none.
struct bed_sizes {
    std::uint64_t input = 0, output = 0, workspace = 0;
};

/// An in-order queue and guarded buffers on one device. Not thread-safe.
class test_bed {
  public:
    /// `double_support` as in the description of the device. Throws opencl_error if memory runs out.
    test_bed(context_state&, cl_device_id, precision, double_support, const bed_sizes&);

    /// Fills `source` with random numbers and the other buffers with poison, a value that marks unwritten elements.
    void reset(buffer source);
    void run(const executable&);

    /// Saves the contents of a buffer as the reference for candidates.
    void take_reference(buffer);
    /// The relative L2 distance of a buffer to the reference; NaN or infinity if poison was left or overwritten.
    double distance(buffer);
    /// True if the bytes before and after every buffer are unchanged.
    bool guards_hold();

    /// Seconds per execution in a sequence, by the host clock, after a warm-up execution.
    double seconds(const executable&, unsigned executions);

    /// Seconds of all executions of `ahead` followed by the other. If the host enqueues everything while the device
    /// executes `ahead`, the difference to `ahead` alone is the device time of the other.
    double seconds_behind(const executable& ahead, unsigned executions_ahead, const executable&, unsigned executions);

    /// Reads a part of a buffer.
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
