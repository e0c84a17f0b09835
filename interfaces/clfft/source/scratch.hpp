// The temporary memory of an execution, divided into the parts that its steps need.
#pragma once

#include <array>
#include <cstddef>

#include <stockham/owned.hpp>
#include <stockham/session.hpp>

#include "clFFT.h"

namespace clfft {

/// Bytes of the packed input, the packed output and the transform's workspace.
using part_sizes = std::array<std::size_t, 3>;

/// Sizes and offsets of the parts in one buffer of the client, aligned for sub-buffers, and the total size, all in
/// bytes.
struct scratch_shape {
    part_sizes bytes{};
    part_sizes offsets{};
    std::size_t total = 0;
};
scratch_shape shape_of(const part_sizes&, cl_device_id);

class scratch {
  public:
    /// Lent by the session of the queue that uses the memory. The session must outlive this object.
    scratch(const stockham::session&, const part_sizes&);
    /// Allocated, for commands of any queue: OpenCL keeps the memory until they have ended.
    scratch(cl_context, const part_sizes&);
    /// A part of the client's memory, which may be null if nothing is needed. Throws refusal if it is too small.
    scratch(cl_mem, const scratch_shape&);

    cl_mem part(std::size_t k) const { return lent_[k] ? lent_[k].get() : own_[k].get(); }

  private:
    std::array<stockham::device_buffer, 3> lent_;
    std::array<stockham::owned_buffer, 3> own_;
};

}  // namespace clfft
