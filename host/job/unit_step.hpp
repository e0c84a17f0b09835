// A step on the device after the transform of a unit, on its results.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <stockham/opencl.hpp>

#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// Used by one in-order queue.
class unit_step {
  public:
    virtual ~unit_step() = default;
    /// Changes the results of a unit of the job in place.
    virtual event_object enqueue(cl_command_queue, std::size_t unit, cl_mem results) const = 0;
};

/// Makes the step for one device.
using unit_step_maker = std::function<std::unique_ptr<unit_step>(cl_context, cl_device_id)>;

}  // namespace stockham::internal
