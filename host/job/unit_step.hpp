// Steps on the device before and after the transform of a unit.
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
    /// Changes the data of a unit of the job in place.
    virtual event_object enqueue(cl_command_queue, std::size_t unit, cl_mem data) const = 0;
};

/// Makes the step for one device.
using unit_step_maker = std::function<std::unique_ptr<unit_step>(cl_context, cl_device_id)>;

/// Steps on the input and on the results; empty: none.
struct unit_steps {
    unit_step_maker before, after;
};

}  // namespace stockham::internal
