// The temporary memory of an execution: one buffer, divided into the parts that its steps need.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "clFFT.h"

namespace clfft {

/// Bytes of the packed input, the packed output and the transform's workspace.
using part_sizes = std::array<std::size_t, 3>;

/// Sizes and offsets of the parts, aligned for sub-buffers, and the total size, all in bytes.
struct scratch_shape {
    part_sizes bytes{};
    part_sizes offsets{};
    std::size_t total = 0;
};
scratch_shape shape_of(const part_sizes&, cl_device_id);

class scratch {
  public:
    /// Allocates memory.
    scratch(cl_context, const scratch_shape&);
    /// Uses the client's memory. Throws refusal if it is too small.
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
