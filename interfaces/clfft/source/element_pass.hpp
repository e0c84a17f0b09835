// A pass that copies the input to packed memory, or packed memory to the output, by one kernel built for one device.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

#include "element_text.hpp"
#include "library.hpp"

namespace clfft {

/// The kernel arguments that describe the input or the output.
struct element_places {
    std::array<std::size_t, 3> lengths{1, 1, 1};
    std::array<std::size_t, 3> strides{0, 0, 0};
    std::size_t distance = 0;
    std::size_t batch = 1;
    /// Elements of several transforms share addresses, so the transforms are stored one launch at a time, in order.
    bool one_by_one = false;

    std::size_t points() const { return lengths[0] * lengths[1] * lengths[2]; }
};

enum class way { load, store };

class element_pass {
  public:
    element_pass(const stockham::session&, way, const callback&, const element_form&, const element_places&);

    /// The size of the packed memory in bytes.
    std::size_t packed_bytes() const;
    /// Returns an event, owned by the caller, if `order` asks for one; else null. Thread-safe.
    cl_event run(const order&, buffer_pair data, cl_mem packed) const;

  private:
    cl_event launch(const order&, std::size_t first, std::size_t transforms) const;

    cl_mem user_data_;
    element_form form_;
    element_places places_;
    std::size_t group_ = 1;  // work-items per work-group
    bool whole_groups_;      // every work-item has an element, because callbacks with local memory may use barriers
    mutable stockham::device_kernel kernel_;
    mutable std::mutex mutex_;  // guards the arguments of kernel_
};

}  // namespace clfft
