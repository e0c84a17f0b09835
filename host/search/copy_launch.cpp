// Launches of copies, the unit of measured passes.
#include "search/copy_launch.hpp"

#include <algorithm>

namespace stockham::internal {

std::size_t copying_items(const device_description& device) {
    return device.vector_bytes ? 1 : std::min<std::size_t>(device.max_work_group, 256);
}

launch launch_by_copies(const char* kernel) {
    launch made;
    made.source = kernel_source("cl/calibration/copy.cl");
    made.kernel = kernel;
    return made;
}

launch launch_of_copy(std::uint64_t bytes, const device_description& device) {
    auto made = launch_by_copies("copy");
    made.work_items = copying_items(device);
    // On a GPU a work-item copies one element, on a CPU a work-group enough to outweigh its start.
    const std::uint64_t elements = bytes / sizeof(cl_float4);
    const std::uint64_t wanted = device.vector_bytes ? 2048 : made.work_items;
    const auto each = std::max<std::uint64_t>(1, std::min(wanted, elements / std::max(1U, device.compute_units)));
    made.groups = std::max<std::uint64_t>(1, elements / each);
    made.arguments = {buffer::input, buffer::output, value_argument(static_cast<cl_uint>(each))};
    return made;
}

}  // namespace stockham::internal
