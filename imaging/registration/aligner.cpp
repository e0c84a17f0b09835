// Pictures moved back by their registrations, and the rectangle for which all of them have data.
#include "imaging/registration/aligner.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "imaging/base/numbers.hpp"
#include "imaging/base/transforms.hpp"
#include "imaging/registration/ramp_factors.hpp"

namespace stockham {

namespace imaging_internal {

namespace {

// A point (y, x) of an aligned picture lies at (m[0] y + m[1] x + m[2], m[3] y + m[4] x + m[5]) in the picture.
std::array<double, 6> matrix_of(const imaging::registration& r, std::size_t height, std::size_t width) {
    const double angle = r.angle * std::acos(-1.0) / 180;
    const double c = r.scale * std::cos(angle), s = r.scale * std::sin(angle);
    const double y = 0.5 * static_cast<double>(height - 1), x = 0.5 * static_cast<double>(width - 1);
    return {c, -s, y + r.down - c * y + s * x, s, c, x + r.right - s * y - c * x};
}

}  // namespace

void warp_back(device_work& work, const device_array& pictures, const std::vector<imaging::registration>& known,
               const std::vector<double>& means, double fill, const device_array& out) {
    const std::size_t count = known.size(), height = pictures.shape[1], width = pictures.shape[2];
    std::vector<double> matrices;
    for (const auto& each : known)
        for (const double m : matrix_of(each, height, width)) matrices.push_back(m);
    work.run_grid("imaging/cl/warp.cl", "warp", {width, height, count}, pictures,
                  make_numbers(work, {count, 6}, matrices), make_numbers(work, {count}, means),
                  structure(cl_int(width), cl_int(height)), real_argument{fill}, out);
}

void shift_back(device_work& work, const device_array& pictures, const std::vector<imaging::registration>& known,
                const device_array& out) {
    const std::size_t count = pictures.shape[0], height = pictures.shape[1], width = pictures.shape[2];
    const std::size_t columns = width / 2 + 1;
    const device_array spectra = work.make({count, height, columns}, true), moved = work.make(spectra.shape, true);
    work.transform(real_transform(kind::r2c, {height, width}, count, work.precision()), pictures, spectra);
    work.run_grid("imaging/cl/registration.cl", "ramp", {columns, height, known.size()}, spectra,
                  ramp_factors(work, known, height, width), cl_uint(columns), cl_uint(height), moved);
    work.transform(real_transform(kind::c2r, {height, width}, count, work.precision()), moved, out);
}

}  // namespace imaging_internal

inline namespace v0_2 {
namespace imaging {

// The points of an aligned picture that have data are a convex area, so a rectangle is inside if its corners are. Sides
// with most corners outside move inwards, a pixel at a time.
rectangle common_part(const std::vector<registration>& all, std::size_t height, std::size_t width) {
    std::vector<std::array<double, 6>> matrices;
    for (const registration& each : all)
        matrices.push_back(
            imaging_internal::matrix_of(each, std::max<std::size_t>(height, 1), std::max<std::size_t>(width, 1)));
    const auto outside = [&](double y, double x) {
        constexpr double slack = 1e-3;
        const double last_y = static_cast<double>(height) - 1, last_x = static_cast<double>(width) - 1;
        return std::any_of(matrices.begin(), matrices.end(), [&](const std::array<double, 6>& m) {
            const double at_y = m[0] * y + m[1] * x + m[2], at_x = m[3] * y + m[4] * x + m[5];
            return !(at_y >= -slack && at_y <= last_y + slack && at_x >= -slack && at_x <= last_x + slack);
        });
    };
    auto top = 0.0, left = 0.0, bottom = static_cast<double>(height), right = static_cast<double>(width);
    while (top < bottom && left < right) {
        const int a = outside(top, left), b = outside(top, right - 1), c = outside(bottom - 1, left),
                  d = outside(bottom - 1, right - 1);
        if (a + b + c + d == 0)
            return {static_cast<std::size_t>(top), static_cast<std::size_t>(left),
                    static_cast<std::size_t>(bottom - top), static_cast<std::size_t>(right - left)};
        // Of sides with equally many corners outside, the one that is farthest from the centre.
        const double y = 0.5 * static_cast<double>(height), x = 0.5 * static_cast<double>(width);
        const std::array<std::pair<int, double>, 4> sides = {
            {{a + b, y - top}, {c + d, bottom - y}, {a + c, x - left}, {b + d, right - x}}};
        const auto worst = std::max_element(sides.begin(), sides.end()) - sides.begin();
        (worst == 0 ? top : worst == 1 ? bottom : worst == 2 ? left : right) += worst % 2 == 0 ? 1 : -1;
    }
    return {};
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
