// What a job computes: units in host memory, and plans for chunks of them on one device.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <stockham/device.hpp>
#include <stockham/opencl.hpp>

#include "job/unit_rows.hpp"

namespace stockham::internal {

/// A plan for chunks of some number of units on one device. The units are packed in its buffers.
class chunk_plan {
  public:
    virtual ~chunk_plan() = default;
    virtual std::size_t workspace_size() const = 0;
    /// As plan::enqueue(), for an in-order queue. In place, `out` is null. Computes at least these units, which are the
    /// first ones in the buffers.
    virtual cl_event enqueue(cl_command_queue, unit_range, cl_mem in, cl_mem out, cl_mem workspace, cl_uint n_wait,
                             const cl_event* wait) const = 0;
};

/// One side of a unit in host memory.
struct unit_side {
    std::size_t bytes = 0;   ///< that a unit has
    std::size_t pitch = 0;   ///< from one unit to the next in an array
    std::size_t offset = 0;  ///< of the first unit in an array
};

struct job_problem {
    std::string text;  ///< for messages
    std::size_t units = 0;
    bool in_place = false;
    unit_side input, output;
    /// Plans chunks of this many units.
    std::function<std::unique_ptr<chunk_plan>(cl_context, cl_device_id, std::size_t units)> plan;
    /// The predicted seconds of the passes over a chunk.
    std::function<double(const device_description&, std::size_t units)> seconds;
};

}  // namespace stockham::internal
