// Half spectra divided into rings of equal frequency.
#include "imaging/registration/spectrum_rings.hpp"

#include <algorithm>

#include "imaging/registration/picture_group.hpp"

namespace stockham::imaging_internal {

spectrum_rings::spectrum_rings(device_work& work, std::size_t height, std::size_t width)
    : work_(work), height_(height), width_(width),
      size_(static_cast<std::size_t>(0.7072 * static_cast<double>(std::max(height, width))) + 2),
      of_point_(work.buffer(height * (width / 2 + 1) * sizeof(cl_uint))), points_(size_) {
    const std::size_t columns = width / 2 + 1;
    work.run_grid(quality_file, "find_rings", {columns, height, 1}, cl_uint(width), cl_uint(height), cl_uint(size_),
                  of_point_.get());
    std::vector<cl_uint> ring(height * columns);
    work.session().download(of_point_.get(), ring.size() * sizeof(cl_uint), ring.data());
    for (const cl_uint r : ring) ++points_[r];
}

// The device adds the parts, because reading 64 of them would take longer than the rest of a round.
device_array spectrum_rings::sums(const device_array& values, std::size_t count) const {
    const std::size_t parts = work_.device().kind == device_kind::cpu ? 4 : 64;
    const device_array partial = work_.make({count, parts, size_, sums_end});
    const device_array sums = work_.make({count, size_, sums_end});
    work_.run_grid(quality_file, "ring_sums", {parts, 1, count}, values, of_point_.get(),
                   structure(cl_uint(width_), cl_uint(height_)), cl_uint(size_), cl_uint(parts), partial);
    work_.run_grid(quality_file, "ring_totals", {sums_end * size_, 1, count}, partial, cl_uint(size_), cl_uint(parts),
                   sums);
    return sums;
}

}  // namespace stockham::imaging_internal
