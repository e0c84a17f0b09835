// Addresses as kernel arguments: shared virtual memory, and Intel's unified shared memory.
#pragma once

#include <cstddef>
#include <optional>

#include <stockham/opencl.hpp>

namespace stockham::internal {

/// The use of addresses by kernels of a device. Thread-safe.
class address_space {
  public:
    explicit address_space(cl_device_id);

    /// True if kernels may use addresses: the device has shared virtual memory or Intel's unified shared memory.
    bool is_shared() const { return set_ || set_intel_; }

    /// An allocation of Intel's unified shared memory.
    struct allocation {
        const std::byte* begin = nullptr;
        std::size_t bytes = 0;
    };
    /// The allocation that holds an address; empty for other memory, whose size OpenCL does not tell.
    std::optional<allocation> allocation_of(cl_context, const void* address) const;

    /// Sets an argument of a kernel. Throws opencl_error.
    void set(cl_context, cl_kernel, cl_uint argument, const void* address) const;

  private:
    using set_function = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, const void*);
    using info_function = cl_int(CL_API_CALL*)(cl_context, const void*, cl_uint, std::size_t, void*, std::size_t*);

    // Null if the device, the ICD loader or the driver lacks them.
    set_function set_ = nullptr, set_intel_ = nullptr;
    info_function info_ = nullptr;
};

}  // namespace stockham::internal
