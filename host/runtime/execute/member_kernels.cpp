// Compiles the kernels for members when they are first needed.
#include "runtime/execute/member_kernels.hpp"

#include <stockham/error.hpp>

namespace stockham::internal {

namespace {

bool is_of_members(buffer which) {
    return which == buffer::input || which == buffer::output || which == buffer::input_imaginary ||
           which == buffer::output_imaginary;
}

/// Whether this many members' buffers fit into the parameters of a kernel like this one.
bool fits(const launch& l, unsigned members, std::size_t parameter_bytes) {
    constexpr std::size_t handle = 8;
    std::size_t bytes = 4 * handle;  // the table, the place in it, a buffer and padding
    for (const auto& a : l.arguments) {
        const auto* which = std::get_if<buffer>(&a);
        const auto* value = std::get_if<std::vector<std::byte>>(&a);
        bytes += value ? value->size() : handle * (which && is_of_members(*which) ? members : 1);
    }
    return bytes <= parameter_bytes;
}

}  // namespace

unsigned most_members(const std::vector<launch>& launches, cl_device_id device) {
    unsigned found = 64;
    const auto bytes = query<std::size_t>(clGetDeviceInfo, device, CL_DEVICE_MAX_PARAMETER_SIZE, "clGetDeviceInfo");
    for (const auto& l : launches)
        while (found > 1 && !fits(l, found, bytes)) found /= 2;
    return found;
}

const executable& member_kernels::get(context_state& context, cl_device_id device, const member_access& access,
                                      const std::function<std::vector<launch>(const member_access&)>& make) {
    const std::lock_guard lock(mutex_);
    auto& kept = made_[access];
    if (kept) return *kept;
    auto made = std::make_unique<executable>(context, device, make(access));
    for (std::size_t k = 0; k < made->launches().size(); ++k)
        if (made->limits(k).work_group < made->launches()[k].work_items)
            throw unsupported_error("batch", "the device cannot run the kernels of many executions in one launch");
    kept = std::move(made);
    return *kept;
}

}  // namespace stockham::internal
