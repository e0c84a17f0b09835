// Peaks in the spectrum of a picture.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <stockham/imaging/spectrum.hpp>

#include "imaging/base/check.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/base/option_row.hpp"
#include "imaging/spectrum/windowed.hpp"

namespace stockham::imaging_internal {

namespace {

using imaging::peak_options;
using imaging::spectral_peak;

constexpr std::size_t least_side = 32;

constexpr imaging::option<peak_options> peak_rows[] = {
    row<&peak_options::most>("most", "At most this many peaks, the most prominent ones", "", from(1, 1e6)),
    row<&peak_options::prominence>("prominence", "Power relative to the median of its surroundings, at least", "",
                                   from(1)),
};

// The place of the top of a parabola through the logarithms of three powers, relative to the middle one.
double top_between(double before, double middle, double after) {
    const double a = std::log(std::max(before, 1e-30)), b = std::log(std::max(middle, 1e-30)),
                 c = std::log(std::max(after, 1e-30));
    const double curvature = a - 2 * b + c;
    return curvature < 0 ? std::clamp(0.5 * (a - c) / curvature, -0.5, 0.5) : 0;
}

struct place {
    cl_int x, y;
    double prominence;
};

// The most prominent peaks of a spectrum.
std::vector<place> places_of(device_work& work, const device_array& spectrum, const extents& shape,
                             const peak_options& o) {
    const device_array prominent = work.make({shape[0] / 2 + 1, shape[1]});
    work.run(spectrum_file, "prominences", prominent.size(), spectrum, lengths_of(shape), real_argument{o.prominence},
             prominent, cl_ulong{prominent.size()});
    const auto values = work.values(prominent);
    std::vector<place> places;
    for (std::size_t k = 0; k < values.size(); ++k)
        if (values[k] >= o.prominence)
            places.push_back({static_cast<cl_int>(k % shape[1]) - static_cast<cl_int>((shape[1] - 1) / 2),
                              static_cast<cl_int>(k / shape[1]), values[k]});
    std::stable_sort(places.begin(), places.end(),
                     [](const place& a, const place& b) { return a.prominence > b.prominence; });
    if (places.size() > o.most) places.resize(o.most);
    return places;
}

}  // namespace

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

using namespace imaging_internal;

template <>
option_table<peak_options> options_of<peak_options>() {
    return {peak_rows, std::size(peak_rows)};
}

std::vector<spectral_peak> find_peaks(const engine& on, const array_view& picture, const peak_options& options) {
    check_pictures("picture", picture, 2, 2);
    check_options(options);
    const std::size_t height = picture.shape[0], width = picture.shape[1];
    if (width < least_side || height < least_side)
        refuse("picture", "peaks are found in pictures of at least 32 x 32 pixels (got " + std::to_string(width) +
                              " x " + std::to_string(height) + ")");
    device_work work(on, picture.precision);
    const window_choice hann{window_shape::hann, false, trend::constant};
    const device_array spectrum = spectrum_of(work, work.upload(picture), hann);
    const auto places = places_of(work, spectrum, picture.shape, options);
    if (places.empty()) return {};
    std::vector<cl_int> numbers;
    for (const place& each : places) numbers.insert(numbers.end(), {each.x, each.y});
    const device_array around = work.make({places.size(), 5});
    work.run(spectrum_file, "around_peaks", places.size(), spectrum, lengths_of(picture.shape),
             make_integers(work, numbers).get(), cl_uint(places.size()), around);
    const auto powers = read_numbers(work, around);
    const auto down = hann.values(height), across = hann.values(width);
    const double weight =
        std::accumulate(down.begin(), down.end(), 0.0) * std::accumulate(across.begin(), across.end(), 0.0);
    std::vector<spectral_peak> peaks;
    for (std::size_t k = 0; k < places.size(); ++k) {
        const double* p = &powers[5 * k];
        peaks.push_back({(places[k].x + top_between(p[1], p[0], p[2])) / static_cast<double>(width),
                         (places[k].y + top_between(p[3], p[0], p[4])) / static_cast<double>(height),
                         2 * std::sqrt(p[0]) / weight, places[k].prominence});
    }
    return peaks;
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
