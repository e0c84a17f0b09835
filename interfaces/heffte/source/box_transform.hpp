// A transform of a box, in host memory or on a device.
#pragma once

#include <memory>

#include <stockham/heffte/boxes.hpp>
#include <stockham/transform.hpp>

namespace stockham::boxes_internal {

/// Runs are thread-safe.
class box_transform {
  public:
    virtual ~box_transform() = default;
    virtual void run(const void* input, void* output) const = 0;
};

/// In place if both sides have elements of the same size. Throws as transform_along().
transform transform_of(const boxes::problem&, precision);

/// A plan that is enqueued on a queue. Throws as stockham::plan.
std::shared_ptr<const box_transform> on_device(const boxes::device_queue&, const transform&);

}  // namespace stockham::boxes_internal
