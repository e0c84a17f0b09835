// The highest points of surfaces on the device.
#include "imaging/registration/peaks.hpp"

#include <algorithm>
#include <cmath>

#include "imaging/base/numbers.hpp"

namespace stockham::imaging_internal {

namespace {

constexpr const char* peaks_file = "imaging/cl/registration.cl";

double as_shift(std::size_t place, std::size_t n) {
    return static_cast<double>(place) - (2 * place > n ? static_cast<double>(n) : 0);
}

cl_int as_place(double shift, std::size_t n) {
    return static_cast<cl_int>(shift < 0 ? shift + static_cast<double>(n) : shift);
}

}  // namespace

std::vector<high_point> highest_points(device_work& work, const device_array& surface, std::size_t count) {
    const std::size_t height = surface.shape[1], width = surface.shape[2];
    const reduction_shape items(work);
    const device_array partial = work.make({count, items.size()});
    work.run_grid(peaks_file, "largest", {items.lanes, items.parts, count}, surface, items.over(height, width),
                  partial);
    const std::vector<double> values = read_numbers(work, partial);
    std::vector<double> enough(count);
    for (std::size_t k = 0; k < count; ++k) {
        const double* of = &values[k * items.size()];
        enough[k] = 0.999 * *std::max_element(of, of + items.size());
    }
    const device_array keys = work.make({count, items.size()}, true);  // at least 64 bits each
    work.run_grid(peaks_file, "nearest_large", {items.lanes, items.parts, count}, surface,
                  make_numbers(work, {count}, enough), items.over(height, width), keys);
    std::vector<cl_ulong> found(keys.bytes() / sizeof(cl_ulong));
    work.read(keys, found.data());
    std::vector<high_point> best;
    for (std::size_t k = 0; k < count; ++k) {
        const cl_ulong* of = &found[k * items.size()];
        const cl_ulong key = *std::min_element(of, of + items.size());
        const auto index = static_cast<std::size_t>(key >> 1 & 0xffffffffU);
        best.push_back({as_shift(index / width, height), as_shift(index % width, width), (key & 1) != 0});
    }
    return best;
}

double vertex(double before, double here, double after) {
    const double bend = before - 2 * here + after;
    return bend < 0 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0;
}

std::array<double, 2> vertex_around(const double* middle, std::size_t pitch) {
    const double *const above = middle - pitch, *const below = middle + pitch, here = *middle;
    const double down = 0.5 * (*below - *above), right = 0.5 * (middle[1] - middle[-1]);
    const double bend_down = *below - 2 * here + *above, bend_right = middle[1] - 2 * here + middle[-1];
    const double twist = 0.25 * (below[1] - below[-1] - above[1] + above[-1]);
    const double determinant = bend_down * bend_right - twist * twist;
    if (!(determinant > 0 && bend_down < 0)) return {vertex(*above, here, *below), vertex(middle[-1], here, middle[1])};
    return {std::clamp((twist * right - bend_right * down) / determinant, -1.0, 1.0),
            std::clamp((twist * down - bend_down * right) / determinant, -1.0, 1.0)};
}

void interpolate(device_work& work, const device_array& surface, std::vector<high_point>& points) {
    const std::size_t height = surface.shape[1], width = surface.shape[2];
    std::vector<cl_int> places;
    for (const high_point& each : points) {
        places.push_back(as_place(each.down, height));
        places.push_back(as_place(each.right, width));
    }
    const device_buffer at = make_integers(work, places);
    const device_array out = work.make({points.size(), 5});
    work.run(peaks_file, "around_places", points.size(), surface, at.get(), cl_uint(width), cl_uint(height),
             cl_uint(points.size()), out);
    const std::vector<double> v = read_numbers(work, out);
    for (std::size_t k = 0; k < points.size(); ++k) {
        const double* of = &v[5 * k];
        const double sign = of[0] < 0 ? -1 : 1;
        points[k].down += vertex(sign * of[1], sign * of[0], sign * of[2]);
        points[k].right += vertex(sign * of[3], sign * of[0], sign * of[4]);
    }
}

}  // namespace stockham::imaging_internal
