// Addresses as kernel arguments and in copies: shared virtual memory, and Intel's unified shared memory.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

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

    /// Tells a kernel that it reads and writes at these addresses, which are not its arguments, in all launches from
    /// now on until the next call. Throws opencl_error.
    void reach(cl_context, cl_kernel, const std::vector<const void*>& addresses) const;

    /// A side of a copy.
    enum class side { from, to };
    /// Enqueues a copy; the address on this side is one that kernels use, the other one is in host memory. Throws
    /// opencl_error.
    void copy(cl_context, cl_command_queue, bool waits, side, void* to, const void* from, std::size_t bytes,
              cl_event* done) const;

  private:
    using set_function = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, const void*);
    using copy_function = cl_int(CL_API_CALL*)(cl_command_queue, cl_bool, void*, const void*, std::size_t, cl_uint,
                                               const cl_event*, cl_event*);
    using reach_function = cl_int(CL_API_CALL*)(cl_kernel, cl_uint, std::size_t, const void*);
    using info_function = cl_int(CL_API_CALL*)(cl_context, const void*, cl_uint, std::size_t, void*, std::size_t*);

    // Null if the device, the ICD loader or the driver lacks them.
    set_function set_ = nullptr, set_intel_ = nullptr;
    copy_function copy_ = nullptr, copy_intel_ = nullptr;
    reach_function reach_ = nullptr;
    info_function info_ = nullptr;
};

}  // namespace stockham::internal
