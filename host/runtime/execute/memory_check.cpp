// Checks the memory of an execution: kinds, contexts, sizes, alignment, overlaps.
#include "runtime/execute/memory_check.hpp"

#include <string>

#include <stockham/error.hpp>

#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

namespace {

/// The address of a buffer or sub-buffer in shared virtual memory; null for others. Runtimes of OpenCL 1.2 do not know
/// the query.
void* address_behind(cl_mem memory) {
    constexpr cl_mem_info uses_svm_pointer = 0x1109;
    cl_bool uses = CL_FALSE;
    if (clGetMemObjectInfo(memory, uses_svm_pointer, sizeof uses, &uses, nullptr) != CL_SUCCESS || !uses)
        return nullptr;
    return query<void*>(clGetMemObjectInfo, memory, CL_MEM_HOST_PTR, "clGetMemObjectInfo");
}

bool overlap(const byte_range& a, const byte_range& b) {
    return a.root == b.root && a.begin < b.end && b.begin < a.end;
}

std::string buffer_named(const char* field) {
    return "the " + std::string(field) + " buffer";
}

void check_access(const char* field, cl_mem_flags flags, use what) {
    if (what != use::read && (flags & CL_MEM_READ_ONLY))
        throw argument_error(field, buffer_named(field) + " is written, but it is CL_MEM_READ_ONLY");
    if (what != use::written && (flags & CL_MEM_WRITE_ONLY))
        throw argument_error(field, buffer_named(field) + " is read, but it is CL_MEM_WRITE_ONLY");
}

/// Checks that it is a buffer of this context, but not size or access.
void check_kind(const char* field, cl_mem memory, cl_context context) {
    cl_context owner = nullptr;
    if (!is_valid(clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof owner, &owner, nullptr), "clGetMemObjectInfo",
                  CL_INVALID_MEM_OBJECT))
        throw argument_error(field, buffer_named(field) + " is not an OpenCL memory object");
    if (owner != context) throw argument_error(field, buffer_named(field) + " belongs to another context");
    if (query<cl_mem_object_type>(clGetMemObjectInfo, memory, CL_MEM_TYPE, "clGetMemObjectInfo") !=
        CL_MEM_OBJECT_BUFFER)
        throw argument_error(field, buffer_named(field) + " is an image");
}

std::size_t size_of(cl_mem memory) {
    return query<std::size_t>(clGetMemObjectInfo, memory, CL_MEM_SIZE, "clGetMemObjectInfo");
}

void check_size(const char* field, std::size_t size, std::size_t needed) {
    if (size < needed)
        throw argument_error(field, buffer_named(field) + " has " + std::to_string(size) + " bytes; " +
                                        std::to_string(needed) + " are needed");
}

std::string at_address(const char* field) {
    return "the address of the " + std::string(field);
}

void check_shared(const char* field, const memory_owner& owner) {
    if (!owner.addresses->is_shared())
        throw unsupported_error("shared memory", at_address(field) +
                                                     " cannot be used: the device has no shared virtual memory; pass a "
                                                     "buffer object");
}

void check_address(const char* field, void* address, std::size_t needed, const memory_owner& owner) {
    check_shared(field, owner);
    if (reinterpret_cast<std::uintptr_t>(address) % owner.alignment)
        throw argument_error(field,
                             at_address(field) + " is no multiple of " + std::to_string(owner.alignment) + " bytes");
    const auto known = owner.addresses->allocation_of(owner.context, address);
    if (!known) return;
    const auto left = known->bytes - static_cast<std::size_t>(static_cast<std::byte*>(address) - known->begin);
    if (left < needed)
        throw argument_error(field, at_address(field) + " has " + std::to_string(left) + " bytes of its allocation; " +
                                        std::to_string(needed) + " are needed");
}

cl_mem_flags flags_of(cl_mem memory) {
    return query<cl_mem_flags>(clGetMemObjectInfo, memory, CL_MEM_FLAGS, "clGetMemObjectInfo");
}

/// Where a buffer with known flags begins in its root.
void locate(known_buffer& b) {
    b.root = b.handle;
    b.begin = 0;
    const auto parent = query<cl_mem>(clGetMemObjectInfo, b.handle, CL_MEM_ASSOCIATED_MEMOBJECT, "clGetMemObjectInfo");
    // A buffer in shared memory was made with CL_MEM_USE_HOST_PTR; its sub-buffers need not have the flag.
    if (void* const address = parent || (b.flags & CL_MEM_USE_HOST_PTR) ? address_behind(b.handle) : nullptr) {
        b.root = nullptr;
        b.begin = reinterpret_cast<std::uintptr_t>(address);
    } else if (parent) {
        b.root = parent;
        b.begin = query<std::size_t>(clGetMemObjectInfo, b.handle, CL_MEM_OFFSET, "clGetMemObjectInfo");
    }
}

byte_range range_of(device_memory memory, std::size_t bytes_used) {
    known_buffer b;
    b.handle = memory.buffer();
    if (b.handle) {
        b.flags = flags_of(b.handle);
        locate(b);
    } else {
        b.begin = reinterpret_cast<std::uintptr_t>(memory.address());
    }
    return {b.root, b.begin, b.begin + bytes_used};
}

/// The bytes up to the end of the range, which fit a size_t.
std::size_t end_of(const char* field, std::size_t offset, std::size_t bytes, const memory_owner& owner) {
    if (offset == 0) return bytes;
    const auto refuse = [&](const std::string& why) {
        throw argument_error(field,
                             "the offset of " + std::to_string(offset) + " bytes in " + buffer_named(field) + why);
    };
    if (offset % owner.alignment) refuse(" is no multiple of " + std::to_string(owner.alignment));
    if (offset + bytes < offset) refuse(" is too large");
    return offset + bytes;
}

}  // namespace

void check_memory_of(const char* field, device_memory memory, std::size_t needed, const memory_owner& owner) {
    if (!memory) throw argument_error(field, buffer_named(field) + " is null");
    if (memory.address()) return check_address(field, memory.address(), needed, owner);
    check_kind(field, memory.buffer(), owner.context);
    check_size(field, size_of(memory.buffer()), needed);
}

byte_range checked_range(const char* field, device_memory memory, std::size_t offset, std::size_t bytes, use what,
                         const memory_owner& owner, known_buffer& known) {
    const auto needed = end_of(field, offset, bytes, owner);
    const auto handle = memory.buffer();
    if (!handle) {
        check_memory_of(field, memory, needed, owner);
        const auto begin = reinterpret_cast<std::uintptr_t>(memory.address()) + offset;
        return {nullptr, begin, begin + bytes};
    }
    if (known.handle != handle) {
        known.handle = nullptr;
        check_kind(field, handle, owner.context);
        known_buffer found;
        found.handle = handle;
        found.size = size_of(handle);
        found.flags = flags_of(handle);
        locate(found);
        known = found;
    }
    check_size(field, known.size, needed);
    check_access(field, known.flags, what);
    return {known.root, known.begin + offset, known.begin + needed};
}

void check_data(const char* field, device_memory memory, const memory_owner& owner) {
    if (memory.buffer()) check_kind(field, memory.buffer(), owner.context);
    if (memory.address()) check_shared(field, owner);
}

void overlap_check::add(const char* field, byte_range range, bool written) {
    for (std::size_t k = 0; k < count_; ++k) {
        const auto& other = all_[k];
        if ((written || other.written) && overlap(range, other.range))
            throw argument_error(field,
                                 "the " + std::string(other.field) + " and " + field + " buffers must not overlap");
    }
    all_[count_++] = {field, range, written};
}

void check_no_overlap(const char* field, device_memory memory, std::size_t bytes, const char* other_field,
                      device_memory other, std::size_t other_bytes) {
    overlap_check both;
    both.add(other_field, range_of(other, other_bytes), true);
    both.add(field, range_of(memory, bytes), true);
}

}  // namespace stockham::internal
