// Temporary memory of an execution: one buffer, divided into the parts that its steps need.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "clFFT.h"

namespace clfft {

/// Packed input, packed output, the transform's workspace.
using part_sizes = std::array<std::size_t, 3>;

/// Where parts begin, so that each can be a sub-buffer, and the bytes of all.
struct scratch_shape {
    part_sizes bytes{};
    part_sizes offsets{};
    std::size_t total = 0;
};
scratch_shape shape_of(const part_sizes&, cl_device_id);

class scratch {
  public:
    /// In new memory.
    scratch(cl_context, const scratch_shape&);
    /// In the client's. Throws refusal if it is too small.
    scratch(cl_mem, const scratch_shape&);
    ~scratch();
    scratch(scratch&&) noexcept;
    scratch& operator=(scratch&&) = delete;

    cl_mem part(std::size_t k) const { return parts_[k]; }

  private:
    void divide(cl_mem parent, std::size_t offset, const scratch_shape&);

    cl_mem whole_ = nullptr;
    std::array<cl_mem, 3> parts_{};
};

}  // namespace clfft
