// Short-time Fourier transforms and their inverse.
#include <algorithm>
#include <cmath>

#include <stockham/imaging/spectrogram.hpp>

#include "imaging/base/check.hpp"
#include "imaging/base/device_work.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/base/transforms.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

namespace {

using namespace imaging_internal;

constexpr const char* spectrogram_file = "imaging/cl/spectrogram.cl";

void check_stft(const stft_description& d) {
    if (d.window.empty()) refuse("window", "has no points");
    bool any = false;
    for (const double w : d.window) {
        if (!std::isfinite(w)) refuse("window", "must be finite");
        any = any || w != 0;
    }
    if (!any) refuse("window", "all points are 0");
    if (d.hop == 0) refuse("hop", "must be 1 or more");
    if (d.points() < d.window.size())
        refuse("length", "must be at least the window's " + std::to_string(d.window.size()) + " points (got " +
                             std::to_string(d.length) + ")");
    if (!std::isfinite(d.scale) || d.scale == 0) refuse("scale", "must be finite and not 0");
}

// The offset of the window's first point from the sample p hop.
long before_middle(const stft_description& d) {
    return -static_cast<long>(d.window.size() / 2);
}

// Rounds down.
long divided(long a, long b) {
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

// The points by which slices are rolled, so that phases refer to the wanted sample.
std::size_t roll_of(const stft_description& d) {
    if (!d.phase_shift) return 0;
    const auto points = static_cast<long>(d.window.size());
    const long roll = (*d.phase_shift - before_middle(d)) % points;
    return static_cast<std::size_t>(roll < 0 ? roll + points : roll);
}

// The structure of the kernels that take and add slices.
auto slicing(const stft_description& d, const slice_range& range, std::size_t samples) {
    return imaging_internal::structure(
        cl_ulong{samples}, cl_long{range.first * static_cast<long>(d.hop) + before_middle(d)}, cl_uint(d.hop),
        cl_uint(range.count()), cl_uint(d.window.size()), cl_uint(d.points()), cl_uint(roll_of(d)), cl_uint{0});
}

// The lines of signals or slices, as {count, rest}.
extents with_count(const extents& shape, std::size_t axes) {
    extents all = shape;
    if (all.size() == axes) all.insert(all.begin(), 1);
    return all;
}

void check_slices(const char* name, const array_view& slices, const array_view& signal, const stft_description& d,
                  std::size_t count) {
    imaging_internal::check_view(name, slices, 2, 3, true);
    extents wanted = signal.shape;
    wanted.back() = d.bins();
    wanted.push_back(count);
    imaging_internal::check_like(name, slices, wanted, signal.precision);
}

}  // namespace

slice_range slices_of(const stft_description& d, std::size_t samples) {
    check_stft(d);
    if (d.window.size() > samples)
        refuse("window",
               "has " + std::to_string(d.window.size()) + " points and the signal only " + std::to_string(samples));
    const auto is_set = [](double w) { return w != 0; };
    const long first = std::find_if(d.window.begin(), d.window.end(), is_set) - d.window.begin();
    const long last = d.window.rend() - std::find_if(d.window.rbegin(), d.window.rend(), is_set) - 1;
    const long hop = static_cast<long>(d.hop), offset = before_middle(d);
    // The last point of the window at sample 0 or later; the first one at the last sample or before.
    const long begin = -divided(offset + last, hop);
    const long end = divided(static_cast<long>(samples) - 1 - offset - first, hop) + 1;
    return {std::min(begin, 0L), std::max(end, 1L)};
}

void stft(const engine& on, const array_view& signal, const stft_description& d, const array_view& output) {
    imaging_internal::check_view("signal", signal, 1, 2);
    const slice_range range = slices_of(d, signal.shape.back());
    check_slices("output", output, signal, d, range.count());
    device_work work(on, signal.precision);
    const device_array given = work.upload(signal);
    imaging_internal::check_finite("signal", work, given);
    const extents shape = with_count(signal.shape, 1);
    const std::size_t signals = shape[0], slices = range.count(), length = d.points();
    const device_array frames = work.make({signals, slices, length});
    work.run_grid(spectrogram_file, "take_slices", {length, slices, signals}, given,
                  imaging_internal::make_numbers(work, {d.window.size()}, d.window), slicing(d, range, shape[1]),
                  frames);
    const device_array spectra = work.make({signals, slices, d.bins()}, true);
    work.transform(imaging_internal::real_transform(kind::r2c, {length}, signals * slices, signal.precision), frames,
                   spectra);
    const device_array result = work.make({signals, d.bins(), slices}, true);
    work.run_grid(spectrogram_file, "by_frequency", {slices, d.bins(), signals}, spectra, cl_uint(slices),
                  cl_uint(d.bins()), imaging_internal::real_argument{d.scale}, result);
    work.download(result, output);
}

std::vector<double> dual_window(const stft_description& d) {
    check_stft(d);
    const std::size_t points = d.window.size();
    std::vector<double> sums(std::min(d.hop, points)), dual(points);
    for (std::size_t j = 0; j < points; ++j)
        if (j % d.hop < sums.size()) sums[j % d.hop] += d.window[j] * d.window[j];
    const double largest = *std::max_element(sums.begin(), sums.end());
    if (d.hop > points || *std::min_element(sums.begin(), sums.end()) <= 1e-14 * largest)
        refuse("hop", "some samples are in no slice, so the transform cannot be inverted; use a smaller hop (got " +
                          std::to_string(d.hop) + ")");
    for (std::size_t j = 0; j < points; ++j) dual[j] = d.window[j] / sums[j % d.hop];
    return dual;
}

void inverse_stft(const engine& on, const array_view& input, const stft_description& d, const array_view& signal) {
    imaging_internal::check_view("signal", signal, 1, 2);
    const slice_range range = slices_of(d, signal.shape.back());
    const std::vector<double> dual = dual_window(d);
    check_slices("slices", input, signal, d, range.count());
    device_work work(on, signal.precision);
    const device_array given = work.upload(input);
    imaging_internal::check_finite("slices", work, given.as_reals());
    const extents shape = with_count(signal.shape, 1);
    const std::size_t signals = shape[0], slices = range.count(), length = d.points();
    const device_array spectra = work.make({signals, slices, d.bins()}, true);
    work.run_grid(spectrogram_file, "by_slice", {d.bins(), slices, signals}, given, cl_uint(slices), cl_uint(d.bins()),
                  imaging_internal::real_argument{1 / d.scale}, spectra);
    const device_array frames = work.make({signals, slices, length});
    work.transform(imaging_internal::real_transform(kind::c2r, {length}, signals * slices, signal.precision), spectra,
                   frames);
    const device_array result = work.make(shape);
    work.run_grid(spectrogram_file, "add_slices", {shape[1], 1, signals}, frames,
                  imaging_internal::make_numbers(work, {dual.size()}, dual), slicing(d, range, shape[1]), result);
    work.download(result, signal);
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
