// Checks before an execution is enqueued, and its workspace.
#include "runtime/execute/execution.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <stockham/error.hpp>

namespace stockham::internal {

namespace {

/// A byte range in a root buffer, so that sub-buffers can be compared with their parents and each other, or among
/// addresses if the root is null.
struct byte_range {
    cl_mem root;
    std::uintptr_t begin, end;
};

/// The address of a buffer or sub-buffer in shared virtual memory; null for others. Runtimes of OpenCL 1.2 do not know
/// the query.
void* address_behind(cl_mem memory) {
    constexpr cl_mem_info uses_svm_pointer = 0x1109;
    cl_bool uses = CL_FALSE;
    if (clGetMemObjectInfo(memory, uses_svm_pointer, sizeof uses, &uses, nullptr) != CL_SUCCESS || !uses)
        return nullptr;
    return query<void*>(clGetMemObjectInfo, memory, CL_MEM_HOST_PTR, "clGetMemObjectInfo");
}

byte_range range_from(void* address, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(address);
    return {nullptr, begin, begin + bytes};
}

byte_range range_of(device_memory memory, std::size_t bytes_used) {
    const auto handle = memory.buffer();
    if (void* const address = handle ? address_behind(handle) : memory.address())
        return range_from(address, bytes_used);
    const auto parent = query<cl_mem>(clGetMemObjectInfo, handle, CL_MEM_ASSOCIATED_MEMOBJECT, "clGetMemObjectInfo");
    const auto begin = parent ? query<std::size_t>(clGetMemObjectInfo, handle, CL_MEM_OFFSET, "clGetMemObjectInfo") : 0;
    return {parent ? parent : handle, begin, begin + bytes_used};
}

bool overlap(const byte_range& a, const byte_range& b) {
    return a.root == b.root && a.begin < b.end && b.begin < a.end;
}

std::string buffer_named(const char* field) {
    return "the " + std::string(field) + " buffer";
}

/// How kernels access a buffer.
enum class use { read, written, both };

void check_access(const char* field, cl_mem memory, use what) {
    const auto flags = query<cl_mem_flags>(clGetMemObjectInfo, memory, CL_MEM_FLAGS, "clGetMemObjectInfo");
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

void check_memory(const char* field, device_memory memory, std::size_t needed, const memory_owner& owner, use what) {
    check_memory_of(field, memory, needed, owner);
    if (memory.buffer()) check_access(field, memory.buffer(), what);
}

/// The data of a callback may be null. How the callback uses it is the caller's responsibility.
void check_data(const char* field, device_memory memory, const memory_owner& owner) {
    if (memory.buffer()) check_kind(field, memory.buffer(), owner.context);
    if (memory.address()) check_shared(field, owner);
}

void check_queue(cl_command_queue queue, cl_context context, cl_device_id device) {
    if (!queue) throw argument_error("queue", "the command queue is null");
    cl_context owner = nullptr;
    if (!is_valid(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof owner, &owner, nullptr),
                  "clGetCommandQueueInfo", CL_INVALID_COMMAND_QUEUE))
        throw argument_error("queue", "the command queue is not valid");
    if (owner != context) throw argument_error("queue", "the command queue belongs to another context");
    if (query<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, "clGetCommandQueueInfo") != device)
        throw argument_error("queue", "the command queue belongs to another device than the plan");
}

/// Checked here because some runtimes crash on invalid lists.
void check_wait_list(cl_uint n_wait, const cl_event* wait, cl_context context) {
    if (n_wait > 0 && !wait) throw argument_error("wait", "the list of events to wait for is null");
    for (cl_uint k = 0; k < n_wait; ++k) {
        const auto refuse = [k](const char* why) {
            throw argument_error("wait", "event " + std::to_string(k) + " to wait for " + why);
        };
        if (!wait[k]) refuse("is null");
        cl_context owner = nullptr;
        if (!is_valid(clGetEventInfo(wait[k], CL_EVENT_CONTEXT, sizeof owner, &owner, nullptr), "clGetEventInfo",
                      CL_INVALID_EVENT))
            refuse("is not valid");
        if (owner != context) refuse("belongs to another context");
    }
}

const char* name_of(buffer which) {
    switch (which) {
    case buffer::input_imaginary:
        return "input_imaginary";
    case buffer::output_imaginary:
        return "output_imaginary";
    default:
        return "spectrum";
    }
}

/// Checks that a written buffer overlaps no other buffer of the execution.
class overlap_check {
  public:
    void add(const char* field, byte_range range, bool written) {
        for (std::size_t k = 0; k < count_; ++k) {
            const auto& other = all_[k];
            if ((written || other.written) && overlap(range, other.range))
                throw argument_error(field,
                                     "the " + std::string(other.field) + " and " + field + " buffers must not overlap");
        }
        all_[count_++] = {field, range, written};
    }

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

/// Checks input and output; in place, both are the input buffer.
void check_sides(const buffer_needs& needs, execution_buffers& b, const memory_owner& owner, overlap_check& others) {
    const bool in_place = needs.placement == placement::in_place;
    check_memory("input", b[buffer::input], needs.input_bytes, owner, in_place ? use::both : use::read);
    others.add("input", range_of(b[buffer::input], needs.input_bytes), in_place);
    auto &in_imaginary = b[buffer::input_imaginary], &out_imaginary = b[buffer::output_imaginary];
    if (!in_place) {
        check_memory("output", b[buffer::output], needs.output_bytes, owner, use::written);
        others.add("output", range_of(b[buffer::output], needs.output_bytes), true);
        return;
    }
    if (b[buffer::output] && b[buffer::output] != b[buffer::input])
        throw argument_error("output", "in place, the output buffer must be the input buffer or null");
    if (out_imaginary && out_imaginary != in_imaginary)
        throw argument_error("output_imaginary", "in place, output_imaginary must be input_imaginary or null");
    b[buffer::output] = b[buffer::input];
    out_imaginary = in_imaginary;
}

}  // namespace

void check_memory_of(const char* field, device_memory memory, std::size_t needed, const memory_owner& owner) {
    if (!memory) throw argument_error(field, buffer_named(field) + " is null");
    if (memory.address()) return check_address(field, memory.address(), needed, owner);
    check_kind(field, memory.buffer(), owner.context);
    const auto size = query<std::size_t>(clGetMemObjectInfo, memory.buffer(), CL_MEM_SIZE, "clGetMemObjectInfo");
    if (size < needed)
        throw argument_error(field, buffer_named(field) + " has " + std::to_string(size) + " bytes; " +
                                        std::to_string(needed) + " are needed");
}

void check_no_overlap(const char* field, device_memory memory, std::size_t bytes, const char* other_field,
                      device_memory other, std::size_t other_bytes) {
    overlap_check both;
    both.add(other_field, range_of(other, other_bytes), true);
    both.add(field, range_of(memory, bytes), true);
}

void check_device(cl_context context, cl_device_id device) {
    if (!context) throw argument_error("context", "the context is null");
    if (!device) throw argument_error("device", "the device is null");
    std::size_t bytes = 0;
    if (!is_valid(clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes), "clGetContextInfo",
                  CL_INVALID_CONTEXT))
        throw argument_error("context", "the context is not valid");
    std::vector<cl_device_id> devices(bytes / sizeof(cl_device_id));
    check_cl(clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr), "clGetContextInfo");
    // For the context of a sub-device, PoCL lists the whole device.
    const auto is_listed = [&](cl_device_id d) {
        return std::find(devices.begin(), devices.end(), d) != devices.end();
    };
    for (auto d = device; !is_listed(d);) {
        if (clGetDeviceInfo(d, CL_DEVICE_PARENT_DEVICE, sizeof d, &d, nullptr) != CL_SUCCESS || !d)
            throw argument_error("device", "the device is not one of the context's");
    }
}

/// Checks the buffers besides input and output: imaginary parts, the spectrum and callbacks' data.
static void check_others(const buffer_needs& needs, const execution_buffers& b, const memory_owner& owner,
                         overlap_check& others) {
    const bool in_place = needs.placement == placement::in_place;
    for (const auto& [which, bytes] : needs.others) {
        if (in_place && which == buffer::output_imaginary) continue;  // checked as the input's
        const bool written = which == buffer::output_imaginary || (in_place && which == buffer::input_imaginary);
        check_memory(name_of(which), b[which], bytes, owner,
                     !written   ? use::read
                     : in_place ? use::both
                                : use::written);
        others.add(name_of(which), range_of(b[which], bytes), written);
    }
    check_data("load_data", b[buffer::load_data], owner);
    check_data("store_data", b[buffer::store_data], owner);
}

static execution_buffers all_of(const buffers& given) {
    execution_buffers b(given.input, given.output, given.workspace);
    b[buffer::input_imaginary] = given.input_imaginary;
    b[buffer::output_imaginary] = given.output_imaginary;
    b[buffer::spectrum] = given.spectrum;
    b[buffer::load_data] = given.load_data;
    b[buffer::store_data] = given.store_data;
    return b;
}

ready_execution::ready_execution(const executable& launches, const buffer_needs& needs, kept_workspace& kept,
                                 cl_context context, cl_device_id device, cl_command_queue queue, const buffers& given,
                                 cl_uint n_wait, const cl_event* wait, executable::events wanted)
    : executable_(&launches), queue_(queue), wanted_(wanted), buffers_(all_of(given)) {
    check_queue(queue, context, device);
    check_wait_list(n_wait, wait, context);
    overlap_check others;
    const memory_owner owner{context, &launches.addresses(), needs.alignment};
    check_sides(needs, buffers_, owner, others);
    check_others(needs, buffers_, owner, others);
    device_memory& workspace = buffers_[buffer::workspace];
    if (needs.workspace_bytes == 0) {
        workspace = {};
    } else if (workspace) {
        check_memory("workspace", workspace, needs.workspace_bytes, owner, use::both);
        others.add("workspace", range_of(workspace, needs.workspace_bytes), true);
    } else {
        own_workspace_ = kept.for_execution(queue, context, needs.workspace_bytes);
        workspace = own_workspace_.get();
    }
    room_ = launches.prepare(queue, wanted);
    events_.reserve(room_.capacity());
}

std::vector<cl_event> ready_execution::enqueue(cl_uint n_wait, const cl_event* wait) {
    auto done = executable_->enqueue(queue_, buffers_, n_wait, n_wait ? wait : nullptr, wanted_, std::move(room_));
    for (auto& event : done) events_.push_back(event.release());
    own_workspace_ = {};
    return std::move(events_);
}

}  // namespace stockham::internal
