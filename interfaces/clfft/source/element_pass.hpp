// A pass over one side that moves its elements to or from packed memory, one kernel, compiled for one device.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>

#include "element_text.hpp"
#include "library.hpp"

namespace clfft {

/// The side as the kernel's arguments have it.
struct element_places {
    std::array<std::size_t, 3> lengths{1, 1, 1};
    std::array<std::size_t, 3> strides{0, 0, 0};
    std::size_t distance = 0;
    std::size_t batch = 1;
    /// Elements of several transforms share places: one transform is written after the other, as they are numbered.
    bool one_by_one = false;

    std::size_t points() const { return lengths[0] * lengths[1] * lengths[2]; }
};

enum class way { load, store };

class element_pass {
  public:
    element_pass(cl_context, cl_device_id, way, const callback&, const element_form&, const element_places&);
    ~element_pass();
    element_pass(const element_pass&) = delete;
    element_pass& operator=(const element_pass&) = delete;

    /// Bytes of the packed memory.
    std::size_t packed_bytes() const;
    /// Returns the event, owned by the caller, if one is needed. Thread-safe.
    cl_event run(const order&, buffer_pair data, cl_mem packed) const;

  private:
    cl_event launch(const order&, std::size_t first, std::size_t transforms) const;
    void build(cl_context, const std::string& source);

    cl_device_id device_;
    way way_;
    cl_mem user_data_;
    element_form form_;
    element_places places_;
    std::size_t group_ = 1;  // work-items of a work-group
    bool whole_groups_;      // no work-item without an element: callbacks with local memory may have barriers
    cl_program program_ = nullptr;
    cl_kernel kernel_ = nullptr;
    mutable std::mutex mutex_;  // OpenCL: arguments of a kernel are set by one thread at a time
};

}  // namespace clfft
