// The power spectral density of pictures, and its average over rings of frequencies.
#include <algorithm>
#include <cmath>

#include <stockham/imaging/spectrum.hpp>

#include "imaging/base/check.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/base/option_row.hpp"
#include "imaging/base/planes.hpp"
#include "imaging/spectrum/windowed.hpp"

namespace stockham::imaging_internal {

namespace {

using imaging::power_options;

constexpr imaging::option<power_options> power_rows[] = {
    row<&power_options::window>("window", "Window against the edges"),
    row<&power_options::symmetric_window>(
        "symmetric_window", "Make the window's last point equal the first; by default the window is one period, as in "
                            "scipy.signal.get_window"),
    row<&power_options::detrend>("detrend", "Remove before the window: constant (the mean) or linear (the best plane)"),
};

double sum_of_powers(const std::vector<double>& window, int exponent) {
    double sum = 0;
    for (const double w : window) sum += std::pow(w, exponent);
    return sum;
}

double bandwidth_of(const std::vector<double>& window) {
    return static_cast<double>(window.size()) * sum_of_powers(window, 4) / std::pow(sum_of_powers(window, 2), 2);
}

}  // namespace

}  // namespace stockham::imaging_internal

namespace stockham {
inline namespace v0_2 {
namespace imaging {

using namespace imaging_internal;

template <>
option_table<power_options> options_of<power_options>() {
    return {power_rows, std::size(power_rows)};
}

void check(const power_options& o) {
    check_options(o);
    window_choice{o.window, o.symmetric_window, o.detrend}.check();
}

struct STOCKHAM_LOCAL power_density::state {
    const engine& on;
    extents shape;
    stockham::precision precision;
    window_choice window;
    double energy = 0, bandwidth = 0;
    std::size_t pages = 0;
    device_array sums;                              // of the powers, a half spectrum
    std::vector<double> ring_powers, ring_squares;  // weighted sums over all pages
    std::vector<double> weights, counts;            // of one page

    std::size_t rings() const { return std::max(shape[0], shape[1]) / 2 + 1; }
    // Rows of a ring that a work-item sums up.
    std::size_t parts() const { return std::min<std::size_t>(shape[0], 64); }

    void count_points(device_work&);
    void add(device_work&, const device_array& picture);
};

power_density::power_density(const engine& on, std::size_t height, std::size_t width, stockham::precision in,
                             const power_options& o)
    : state_(
          new state{on, {height, width}, in, {o.window, o.symmetric_window, o.detrend}, 0, 0, 0, {}, {}, {}, {}, {}}) {
    check(o);
    state& s = *state_;
    constexpr std::size_t most = std::size_t{1} << 31;  // the squares of radii fit 64 bits
    if (height < 2 && width < 2) refuse("pictures", "too small (1 x 1 pixels); one side must have at least 2");
    if (width > most / height)
        refuse("pictures", std::to_string(width) + " x " + std::to_string(height) +
                               " points: frequency rings are limited to " + std::to_string(most) + " points");
    const auto down = s.window.values(height), across = s.window.values(width);
    s.energy = sum_of_powers(down, 2) * sum_of_powers(across, 2);
    s.bandwidth = std::sqrt(bandwidth_of(down) * bandwidth_of(across));
    s.ring_powers.resize(s.rings());
    s.ring_squares.resize(s.rings());
}

power_density::~power_density() = default;
power_density::power_density(power_density&&) noexcept = default;
power_density& power_density::operator=(power_density&&) noexcept = default;

void power_density::state::count_points(device_work& work) {
    std::vector<cl_uint> numbers(2 * rings() * parts());
    const device_buffer out = work.buffer(numbers.size() * sizeof(cl_uint));
    work.run_grid(spectrum_file, "ring_counts", {rings(), parts(), 1}, lengths_of(shape), cl_uint(rings()),
                  cl_uint(parts()), out.get());
    work.session().download(out.get(), numbers.size() * sizeof(cl_uint), numbers.data());
    weights.assign(rings(), 0);
    counts.assign(rings(), 0);
    for (std::size_t k = 0; k < numbers.size() / 2; ++k) {
        const double weight = numbers[2 * k], own = numbers[2 * k + 1];
        weights[k % rings()] += weight;
        counts[k % rings()] += own + (weight - own) / 2;
    }
}

void power_density::state::add(device_work& work, const device_array& picture) {
    if (pages == 0) {
        count_points(work);
        sums = make_numbers(work, half_spectrum(shape), std::vector<double>(points(half_spectrum(shape))));
    }
    const device_array spectrum = spectrum_of(work, picture, window), powers = work.make(spectrum.shape);
    work.run(spectrum_file, "add_powers", powers.size(), spectrum, real_argument{1 / energy}, powers, sums,
             cl_ulong{powers.size()});
    const device_array partial = work.make({parts(), rings(), 2});
    work.run_grid(spectrum_file, "ring_sums", {rings(), parts(), 1}, powers, lengths_of(shape), cl_uint(rings()),
                  cl_uint(parts()), partial);
    const auto numbers = read_numbers(work, partial);
    for (std::size_t k = 0; k < numbers.size() / 2; ++k) {
        ring_powers[k % rings()] += numbers[2 * k];
        ring_squares[k % rings()] += numbers[2 * k + 1];
    }
    ++pages;
}

void power_density::add(const array_view& pictures) {
    state& s = *state_;
    check_pictures("pictures", pictures, 2, 3);
    if (!std::equal(s.shape.begin(), s.shape.end(), pictures.shape.end() - 2) || pictures.precision != s.precision)
        refuse("pictures", "must have " + text_of(s.shape) + " points and the precision of the object");
    device_work work(s.on, s.precision);
    if (pictures.shape.size() == 2) return s.add(work, work.upload(pictures));
    for (std::size_t k = 0; k < pictures.shape[0]; ++k) s.add(work, work.upload(part_of(pictures, k)));
}

std::vector<ring_power> power_density::rings() const {
    const state& s = *state_;
    std::vector<ring_power> rings;
    const auto pages = static_cast<double>(s.pages), longer = static_cast<double>(std::max(s.shape[0], s.shape[1]));
    for (std::size_t ring = 1; s.pages > 0 && ring < s.rings(); ++ring) {
        const double weight = s.weights[ring] * pages, count = s.counts[ring] * pages;
        const double mean = s.ring_powers[ring] / weight;
        const double variance = std::max(0.0, s.ring_squares[ring] / weight - mean * mean);
        // The deviation from the mean of the same points is too small by (n - 1) / n.
        const double error = count > 1 ? std::sqrt(variance * s.bandwidth / (count - 1)) : mean;
        rings.push_back(
            {static_cast<double>(ring) / longer, mean, error, static_cast<std::size_t>(std::lround(count))});
    }
    return rings;
}

std::vector<double> power_density::map() const {
    const state& s = *state_;
    if (s.pages == 0) return std::vector<double>(points(s.shape));
    device_work work(s.on, s.precision);
    const device_array made = work.make(s.shape);
    work.run(spectrum_file, "centre_powers", made.size(), s.sums, lengths_of(s.shape),
             real_argument{1 / static_cast<double>(s.pages)}, made, cl_ulong{made.size()});
    return work.values(made);
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
