// Rotation and scale between pictures. In log-polar coordinates a rotation moves the magnitudes of a spectrum along the
// directions and a scale moves them along the radii.
#include "imaging/registration/turn_finder.hpp"
#include "imaging/base/transforms.hpp"

#include <algorithm>
#include <cmath>

#include "imaging/registration/peaks.hpp"

namespace stockham::imaging_internal {

namespace {

constexpr const char* warp_file = "imaging/cl/warp.cl";
const double half_turn = std::acos(-1.0);
constexpr double lowest_point = 8;      // of the spectrum: those below have the content of the whole picture
constexpr double highest_radius = 0.5;  // cycles per pixel

struct map_size {
    std::size_t turns, radii;
    map_size(std::size_t height, std::size_t width) {
        const std::size_t shorter = std::min(height, width);
        turns = shorter <= 512 ? 512 : 1024;
        radii = turns / 2;
    }
};

}  // namespace

turn_finder::turn_finder(shift_finder& shifts, std::size_t most)
    : shifts_(shifts), work_(shifts.work()), turns_(map_size(shifts.height(), shifts.width()).turns),
      radii_(map_size(shifts.height(), shifts.width()).radii),
      least_radius_(lowest_point / static_cast<double>(std::min(shifts.height(), shifts.width()))) {
    std::vector<std::complex<double>> directions, radii;
    for (std::size_t k = 0; k < turns_; ++k)
        directions.push_back(std::polar(1.0, half_turn * static_cast<double>(k) / static_cast<double>(turns_)));
    const double range = std::log(highest_radius / least_radius_) / static_cast<double>(radii_ - 1);
    const std::vector<double> weights = hann_window(radii_);
    for (std::size_t j = 0; j < radii_; ++j)
        radii.emplace_back(least_radius_ * std::exp(range * static_cast<double>(j)), weights[j]);
    directions_ = make_numbers(work_, {turns_}, directions);
    weighted_radii_ = make_numbers(work_, {radii_}, radii);
    maps_ = work_.make({most, turns_, radii_});
    moving_ = work_.make({most, turns_, radii_ / 2 + 1}, true);
    products_ = work_.make({most, turns_, radii_ / 2 + 1}, true);
}

std::size_t turn_finder::bytes_per_picture(std::size_t height, std::size_t width, precision in) {
    const map_size size(height, width);
    return 4 * size.turns * (size.radii + 2) * real_size(in) + 2 * height * width * real_size(in);
}

void turn_finder::transform_log_polar(const picture_group& group, const device_array& spectra) {
    const device_array& from = shifts_.windowed_spectra(group);
    std::vector<double> floors = shifts_.sizes_of_spectra();
    for (double& each : floors) each *= 1e-4;  // compresses the logarithm of noise
    const std::size_t count = group.count();
    work_.run_grid(warp_file, "log_polar", {radii_, turns_, count}, from, directions_, weighted_radii_,
                   make_numbers(work_, {count}, floors),
                   structure(cl_uint(shifts_.width()), cl_uint(shifts_.height()), cl_uint(radii_), cl_uint(turns_)),
                   maps_);
    work_.transform(real_transform(kind::r2c, {turns_, radii_}, spectra.shape[0], work_.precision()), maps_, spectra);
}

void turn_finder::set_fixed(const picture_group& fixed) {
    fixed_ = work_.make({fixed.count(), turns_, radii_ / 2 + 1}, true);
    transform_log_polar(fixed, fixed_);
}

std::vector<turn> turn_finder::find(const picture_group& moving) {
    const std::size_t count = moving.count(), columns = radii_ / 2 + 1;
    transform_log_polar(moving, moving_);
    const cl_ulong stride = fixed_.shape[0] == 1 ? 0 : turns_ * columns;
    work_.run_grid(warp_file, "correlate_directions", {columns, turns_, count}, fixed_, stride, moving_,
                   cl_uint(columns), cl_uint(turns_), products_);
    work_.transform(real_transform(kind::c2r, {turns_, radii_}, products_.shape[0], work_.precision()), products_,
                    maps_);
    std::vector<high_point> points = highest_points(work_, maps_, count);
    interpolate(work_, maps_, points);
    std::vector<turn> found;
    const double range = std::log(highest_radius / least_radius_) / static_cast<double>(radii_ - 1);
    for (const high_point& each : points)
        found.push_back({-180 * each.down / static_cast<double>(turns_), std::exp(-range * each.right)});
    return found;
}

}  // namespace stockham::imaging_internal
