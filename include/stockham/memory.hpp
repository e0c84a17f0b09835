// The memory that a transform reads and writes: a buffer object, or a pointer.
#pragma once

#include <cstddef>

#include <stockham/opencl.hpp>

namespace stockham {
inline namespace v0_2 {

/// Memory of one execution, not owned: a buffer object, or an address that kernels of the device may use. Such an
/// address comes from clSVMAlloc, on devices with fine-grained system memory from any allocator, or from the functions
/// of cl_intel_unified_shared_memory; it may lie within an allocation. A plain value; a handle converts to it
/// implicitly.
///
/// The caller synchronises: coarse-grained memory must not be mapped while a plan uses it. The library cannot see
/// whether an address has been freed or belongs to another context, and knows the size of the allocation only for
/// Intel's unified shared memory.
class device_memory {
  public:
    constexpr device_memory() noexcept = default;
    constexpr device_memory(cl_mem buffer) noexcept : buffer_(buffer) {}  ///< null: no memory

    /// The memory from this address on; null: no memory. An input is not written, so it may be const.
    static device_memory at(const void* address) noexcept {
        device_memory made;
        made.address_ = const_cast<void*>(address);
        return made;
    }

    constexpr cl_mem buffer() const noexcept { return buffer_; }   ///< null for an address
    constexpr void* address() const noexcept { return address_; }  ///< null for a buffer object
    /// True unless it is null.
    constexpr explicit operator bool() const noexcept { return buffer_ || address_; }

    /// True for the same buffer object or the same address.
    friend constexpr bool operator==(const device_memory& a, const device_memory& b) noexcept {
        return a.buffer_ == b.buffer_ && a.address_ == b.address_;
    }
    /// The opposite of ==.
    friend constexpr bool operator!=(const device_memory& a, const device_memory& b) noexcept { return !(a == b); }

  private:
    cl_mem buffer_ = nullptr;
    void* address_ = nullptr;
};

}  // namespace v0_2
}  // namespace stockham
