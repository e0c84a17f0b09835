// Spectra of pictures under a window, with the zero frequency in the middle.
#include <stockham/imaging/spectrum.hpp>

#include "imaging/base/check.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/base/option_row.hpp"
#include "imaging/base/transforms.hpp"
#include "imaging/spectrum/windowed.hpp"

namespace stockham::imaging_internal {

template <>
struct enumeration<imaging::spectrum_value> {
    static constexpr const char* words[] = {"magnitude", "phase", nullptr};
};

namespace {

using imaging::spectrum_options;
using imaging::trend;

constexpr imaging::option<spectrum_options> spectrum_rows[] = {
    row<&spectrum_options::value>("value", "Magnitudes, or phases in turns"),
    row<&spectrum_options::window>("window", "Window against the edges"),
    row<&spectrum_options::symmetric_window>(
        "symmetric_window", "Make the window's last point equal the first; by default the window is one period, as in "
                            "scipy.signal.get_window"),
    row<&spectrum_options::detrend>("detrend",
                                    "Remove before the window: constant (the mean) or linear (the best plane)"),
};

// a, b and c of the plane that fits best what is left of a picture without its first point and another plane. On a full
// grid the three functions are orthogonal, so that each coefficient is a quotient of two sums.
std::vector<double> fit_plane(device_work& work, const device_array& picture, const std::vector<double>& without,
                              trend removed) {
    const std::size_t height = picture.shape[0], width = picture.shape[1];
    const std::size_t items = device_work::reduction_items(picture.size());
    const device_array partial = work.make({items, 3});
    work.run(spectrum_file, "trend_sums", items, picture, lengths_of(picture.shape), make_numbers(work, {3}, without),
             cl_ulong{picture.size()}, partial, cl_ulong{items});
    const auto sums = work.values(work.sum_columns(partial, items, 3));
    // The sum of (i - mean)^2 over n points is n (n^2 - 1) / 12.
    const auto slope = [&](double sum, std::size_t along, std::size_t lines) {
        const auto n = static_cast<double>(along);
        if (removed == trend::constant || along == 1) return 0.0;
        return sum / (n * (n * n - 1) / 12 * static_cast<double>(lines));
    };
    return {sums[0] / static_cast<double>(picture.size()), slope(sums[1], width, height),
            slope(sums[2], height, width)};
}

// The last seven weights of the kernel apply_window().
std::vector<double> fit_trend(device_work& work, const device_array& picture, trend removed) {
    if (removed == trend::none) return std::vector<double>(7);
    std::vector<double> planes = fit_plane(work, picture, {0, 0, 0}, removed);
    for (const double rest : fit_plane(work, picture, planes, removed)) planes.push_back(rest);
    planes.push_back(1);
    return planes;
}

}  // namespace

void window_choice::check() const {
    if (symmetric && shape == imaging::window_shape::none) refuse("symmetric_window", "has no effect without a window");
}

device_array spectrum_of(device_work& work, const device_array& picture, const window_choice& choice) {
    device_array prepared = picture;
    if (choice.changes()) {
        std::vector<double> weights = choice.values(picture.shape[0]);
        for (const auto& more : {choice.values(picture.shape[1]), fit_trend(work, picture, choice.detrend)})
            weights.insert(weights.end(), more.begin(), more.end());
        prepared = work.make(picture.shape);
        work.run(spectrum_file, "apply_window", picture.size(), picture, lengths_of(picture.shape),
                 make_numbers(work, {weights.size()}, weights), prepared, cl_ulong{picture.size()});
    }
    const device_array made = work.make_spectrum(picture.shape);
    work.forward(prepared, made);
    return made;
}

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

template <>
option_table<spectrum_options> options_of<spectrum_options>() {
    return {imaging_internal::spectrum_rows, std::size(imaging_internal::spectrum_rows)};
}

void check(const spectrum_options& o) {
    check_options(o);
    imaging_internal::window_choice{o.window, o.symmetric_window, o.detrend}.check();
}

void spectrum(const engine& on, const array_view& picture, const array_view& result, const spectrum_options& options) {
    using namespace imaging_internal;
    if (picture.is_complex)
        check_view("picture", picture, 2, 2, true);
    else
        check_pictures("picture", picture, 2, 2);
    check_view("result", result, 2, 2);
    check_like("result", result, picture.shape, picture.precision);
    check(options);
    const window_choice choice{options.window, options.symmetric_window, options.detrend};
    if (picture.is_complex && choice.changes()) refuse("window", "a complex picture takes no window and no trend");
    device_work work(on, picture.precision);
    device_array points = work.upload(picture);
    if (picture.is_complex) {
        const device_array made = work.make(picture.shape, true);
        work.transform(complex_transform(direction::forward, picture.shape, 1, work.precision()), points, made);
        points = made;
    } else {
        points = spectrum_of(work, points, choice);
    }
    const device_array values = work.make(picture.shape);
    work.run(spectrum_file, options.value == spectrum_value::phase ? "phases" : "magnitudes", values.size(), points,
             lengths_of(picture.shape), cl_uint{picture.is_complex}, values, cl_ulong{values.size()});
    work.download(values, result);
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
