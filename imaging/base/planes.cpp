// Pictures as planes, in groups that fit the device.
#include "imaging/base/planes.hpp"

#include "imaging/base/shared_memory.hpp"

namespace stockham::imaging_internal {

namespace {

void call_each(const imaging::array_view& pictures, const imaging::array_view& result, std::size_t axes,
               const plane_calls& calls) {
    std::size_t planes = 1;
    for (std::size_t a = 0; a + axes < result.shape.size(); ++a) planes *= result.shape[a];
    if (calls.fits(planes)) return calls.whole(pictures, result);
    if (result.shape.size() == axes) return calls.single(pictures, result);
    for (std::size_t k = 0; k < result.shape.front(); ++k)
        call_each(part_of(pictures, k), part_of(result, k), axes, calls);
}

}  // namespace

bool fits_whole(const device_work& work, std::size_t bytes) {
    constexpr std::size_t most_shared_bytes = std::size_t{1} << 30;
    if (bytes > work.largest_array() || 5 * bytes > work.memory()) return false;
    return !work.session().shares_host_memory() || bytes <= most_shared_bytes;
}

imaging::array_view part_of(const imaging::array_view& view, std::size_t k) {
    imaging::array_view part = view;
    part.shape.erase(part.shape.begin());
    std::size_t elements = k * count(part);
    if (!view.strides.empty()) {
        part.strides.erase(part.strides.begin());
        elements = k * view.strides.front();
    }
    const std::size_t bytes = elements * element_bytes(view);
    if (view.host != nullptr)
        part.host = static_cast<char*>(view.host) + bytes;
    else
        part.offset += bytes;
    return part;
}

void each_group(device_work& work, const imaging::array_view& pictures, const imaging::array_view& result,
                std::size_t axes, const plane_calls& calls) {
    std::size_t planes = 1;
    for (std::size_t a = 0; a + axes < result.shape.size(); ++a) planes *= result.shape[a];
    const lasting_input given(work, pictures, planes > 1 && !calls.fits(planes) && share_memory(pictures, result));
    call_each(given.view(), result, axes, calls);
}

device_array upload_planes(device_work& work, const imaging::array_view& pictures, std::size_t axes) {
    device_array made = work.upload(pictures);
    extents lengths(made.shape.end() - static_cast<std::ptrdiff_t>(axes), made.shape.end());
    const std::size_t planes = made.size() / points(lengths);
    lengths.insert(lengths.begin(), planes);
    made.shape = lengths;
    return made;
}

}  // namespace stockham::imaging_internal
