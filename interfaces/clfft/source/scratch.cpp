// Temporary memory of a session, of its own or of the client.
#include "scratch.hpp"

#include <algorithm>

#include <stockham/error.hpp>

#include "call.hpp"

namespace clfft {

namespace {

template <class Value>
Value memory_info(cl_mem memory, cl_mem_info what) {
    Value value{};
    check_call(clGetMemObjectInfo(memory, what, sizeof value, &value, nullptr), "clGetMemObjectInfo");
    return value;
}

}  // namespace

scratch_shape shape_of(const part_sizes& bytes, cl_device_id device) {
    cl_uint bits = 0;
    check_call(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr), "clGetDeviceInfo");
    const std::size_t align = std::max<std::size_t>(bits / 8, 16);
    scratch_shape shape;
    shape.bytes = bytes;
    for (std::size_t k = 0; k < bytes.size(); ++k) {
        if (!bytes[k]) continue;
        shape.offsets[k] = (shape.total + align - 1) / align * align;
        shape.total = shape.offsets[k] + bytes[k];
    }
    return shape;
}

scratch::scratch(const stockham::session& session, const part_sizes& bytes) {
    try {
        for (std::size_t k = 0; k < bytes.size(); ++k)
            if (bytes[k]) lent_[k] = session.buffer(bytes[k]);
    } catch (const stockham::unsupported_error& e) {
        refuse(CLFFT_MEM_OBJECT_ALLOCATION_FAILURE, e.what());
    }
}

scratch::scratch(cl_context context, const part_sizes& bytes) {
    for (std::size_t k = 0; k < bytes.size(); ++k) {
        if (!bytes[k]) continue;
        cl_int code = CL_SUCCESS;
        own_[k] = stockham::owned_buffer(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes[k], nullptr, &code));
        check_call(code, "clCreateBuffer");
    }
}

scratch::scratch(cl_mem memory, const scratch_shape& shape) {
    if (!shape.total) return;
    refuse_if(memory_info<std::size_t>(memory, CL_MEM_SIZE) < shape.total, CLFFT_INVALID_BUFFER_SIZE,
              "the temporary buffer is smaller than clfftGetTmpBufSize returns");
    // OpenCL allows no sub-buffer of a sub-buffer, so the parent is divided.
    const auto parent = memory_info<cl_mem>(memory, CL_MEM_ASSOCIATED_MEMOBJECT);
    const auto offset = parent ? memory_info<std::size_t>(memory, CL_MEM_OFFSET) : 0;
    for (std::size_t k = 0; k < shape.bytes.size(); ++k) {
        if (!shape.bytes[k]) continue;
        if (shape.bytes[k] == shape.total) {  // the only part
            clRetainMemObject(memory);
            own_[k] = stockham::owned_buffer(memory);
            return;
        }
        const cl_buffer_region region{offset + shape.offsets[k], shape.bytes[k]};
        cl_int code = CL_SUCCESS;
        own_[k] = stockham::owned_buffer(clCreateSubBuffer(parent ? parent : memory, CL_MEM_READ_WRITE,
                                                           CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
        check_call(code, "clCreateSubBuffer");
    }
}

}  // namespace clfft
