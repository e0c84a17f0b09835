// Divides temporary memory, allocated here or by the client, into sub-buffers.
#include "scratch.hpp"

#include <algorithm>
#include <utility>

#include "call.hpp"

namespace clfft {

namespace {

template <class Value>
Value memory_info(cl_mem memory, cl_mem_info what) {
    Value value{};
    check_code(clGetMemObjectInfo(memory, what, sizeof value, &value, nullptr), "clGetMemObjectInfo");
    return value;
}

}  // namespace

scratch_shape shape_of(const part_sizes& bytes, cl_device_id device) {
    cl_uint bits = 0;
    check_code(clGetDeviceInfo(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, nullptr), "clGetDeviceInfo");
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

scratch::scratch(cl_context context, const scratch_shape& shape) {
    if (!shape.total) return;
    cl_int code = CL_SUCCESS;
    whole_ = clCreateBuffer(context, CL_MEM_READ_WRITE, shape.total, nullptr, &code);
    check_code(code, "clCreateBuffer of temporary memory");
    try {
        divide(whole_, 0, shape);
    } catch (...) {
        clReleaseMemObject(whole_);
        throw;
    }
}

scratch::scratch(cl_mem memory, const scratch_shape& shape) {
    if (!shape.total) return;
    refuse_if(memory_info<std::size_t>(memory, CL_MEM_SIZE) < shape.total, CLFFT_INVALID_BUFFER_SIZE,
              "the temporary buffer is smaller than clfftGetTmpBufSize returns");
    // OpenCL allows no sub-buffer of a sub-buffer, so the parent is divided.
    const auto parent = memory_info<cl_mem>(memory, CL_MEM_ASSOCIATED_MEMOBJECT);
    const auto offset = parent ? memory_info<std::size_t>(memory, CL_MEM_OFFSET) : 0;
    clRetainMemObject(memory);
    whole_ = memory;
    try {
        divide(parent ? parent : memory, offset, shape);
    } catch (...) {
        clReleaseMemObject(memory);
        throw;
    }
}

void scratch::divide(cl_mem parent, std::size_t offset, const scratch_shape& shape) {
    const bool is_one = std::count_if(shape.bytes.begin(), shape.bytes.end(), [](std::size_t n) { return n > 0; }) == 1;
    for (std::size_t k = 0; k < shape.bytes.size(); ++k) {
        if (!shape.bytes[k]) continue;
        if (is_one) {
            clRetainMemObject(whole_);
            parts_[k] = whole_;
            return;
        }
        const cl_buffer_region region{offset + shape.offsets[k], shape.bytes[k]};
        cl_int code = CL_SUCCESS;
        parts_[k] = clCreateSubBuffer(parent, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &code);
        if (code == CL_SUCCESS) continue;
        for (const cl_mem part : parts_)
            if (part) clReleaseMemObject(part);
        check_code(code, "clCreateSubBuffer of temporary memory");
    }
}

scratch::scratch(scratch&& other) noexcept
    : whole_(std::exchange(other.whole_, nullptr)), parts_(std::exchange(other.parts_, {})) {}

scratch::~scratch() {
    for (const cl_mem part : parts_)
        if (part) clReleaseMemObject(part);
    if (whole_) clReleaseMemObject(whole_);
}

}  // namespace clfft
