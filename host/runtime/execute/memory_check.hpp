// Checks of the memory that a caller gives for an execution.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <stockham/memory.hpp>

#include "runtime/opencl/addresses.hpp"

namespace stockham::internal {

/// Where an execution runs, for checks of its memory.
struct memory_owner {
    cl_context context = nullptr;
    const address_space* addresses = nullptr;
    std::size_t alignment = 1;  ///< of addresses and offsets
};

/// A byte range in a root buffer, so that sub-buffers can be compared with their parents and each other, or among
/// addresses if the root is null.
struct byte_range {
    cl_mem root;
    std::uintptr_t begin, end;
};

/// How kernels access a buffer.
enum class use { read, written, both };

/// A buffer object that was looked up, so that it need not be again.
struct known_buffer {
    cl_mem handle = nullptr;  ///< null: none yet
    std::size_t size = 0;
    cl_mem_flags flags = 0;
    cl_mem root = nullptr;
    std::uintptr_t begin = 0;  ///< in the root
};

/// Throws argument_error unless this is a buffer of the context with at least `bytes` bytes, or an address that may
/// have room for them; unsupported_error for an address if the device cannot use addresses.
void check_memory_of(const char* field, device_memory, std::size_t bytes, const memory_owner&);

/// The same for `bytes` bytes from byte `offset` on and for this use. Returns the range. `known`: the buffer of an
/// earlier call, perhaps the same.
byte_range checked_range(const char* field, device_memory, std::size_t offset, std::size_t bytes, use,
                         const memory_owner&, known_buffer& known);

/// The data of a callback may be null. How the callback uses it is the caller's responsibility.
void check_data(const char* field, device_memory, const memory_owner&);

/// Throws argument_error if the first `bytes` bytes of one memory and the first `other_bytes` of the other overlap.
void check_no_overlap(const char* field, device_memory, std::size_t bytes, const char* other_field, device_memory other,
                      std::size_t other_bytes);

/// Checks that a written buffer overlaps no other buffer of the execution.
class overlap_check {
  public:
    void add(const char* field, byte_range range, bool written);

  private:
    struct member {
        const char* field;
        byte_range range;
        bool written;
    };
    static constexpr std::size_t most = 6;  // two parts of each side, a spectrum and a workspace
    std::array<member, most> all_;
    std::size_t count_ = 0;
};

}  // namespace stockham::internal
