// Measures of pictures: focus and Thon rings.
#include <stockham/imaging/measures.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "imaging/base/check.hpp"
#include "imaging/base/device_work.hpp"
#include "imaging/base/numbers.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

namespace {

using namespace imaging_internal;

constexpr const char* measures_file = "imaging/cl/measures.cl";

// Starts of tiles that overlap by half at least and cover n points.
std::vector<std::size_t> tile_starts(std::size_t n, std::size_t tile) {
    const std::size_t tiles = n == tile ? 1 : (2 * (n - tile) + tile - 1) / tile + 1;
    std::vector<std::size_t> starts;
    for (std::size_t k = 0; k < tiles; ++k) starts.push_back(tiles == 1 ? 0 : k * (n - tile) / (tiles - 1));
    return starts;
}

// The least-squares polynomial of degree 3 through points, by the normal equations of centred abscissas.
std::array<double, 4> cubic(const std::vector<double>& x, const std::vector<double>& y) {
    double m[4][5] = {};
    for (std::size_t i = 0; i < x.size(); ++i) {
        double powers[4] = {1, x[i], x[i] * x[i], x[i] * x[i] * x[i]};
        for (int r = 0; r < 4; ++r) {
            for (int c = 0; c < 4; ++c) m[r][c] += powers[r] * powers[c];
            m[r][4] += powers[r] * y[i];
        }
    }
    for (int k = 0; k < 4; ++k) {
        int pivot = k;
        for (int r = k + 1; r < 4; ++r)
            if (std::abs(m[r][k]) > std::abs(m[pivot][k])) pivot = r;
        std::swap(m[k], m[pivot]);
        for (int r = 0; r < 4; ++r) {
            if (r == k || m[k][k] == 0) continue;
            const double factor = m[r][k] / m[k][k];
            for (int c = k; c < 5; ++c) m[r][c] -= factor * m[k][c];
        }
    }
    std::array<double, 4> all{};
    for (std::size_t k = 0; k < 4; ++k) all[k] = m[k][k] == 0 ? 0 : m[k][4] / m[k][k];
    return all;
}

void add_background(std::vector<thon_ring>& rings, double lowest) {
    std::vector<double> x, y;
    const auto abscissa = [](const thon_ring& r) { return std::log(r.frequency / 0.2); };
    for (const thon_ring& r : rings)
        if (r.frequency >= lowest && r.power > 0) {
            x.push_back(abscissa(r));
            y.push_back(std::log(r.power));
        }
    const auto c = cubic(x, y);
    for (thon_ring& r : rings) {
        const double at = std::max(abscissa(r), x.empty() ? 0 : x.front());
        const double log_power = c[0] + at * (c[1] + at * (c[2] + at * c[3]));
        r.background = std::exp(log_power);
        r.contrast = r.power > 0 ? std::log(r.power) - log_power : 0;
    }
}

}  // namespace

std::vector<focus> measure_focus(const engine& on, const array_view& pictures) {
    imaging_internal::check_view("pictures", pictures, 2, 3);
    const std::size_t height = pictures.shape[pictures.shape.size() - 2], width = pictures.shape.back();
    if (height < 3 || width < 3) refuse("pictures", "must have at least 3 x 3 points");
    const std::size_t total = pictures.shape.size() == 3 ? pictures.shape[0] : 1;
    device_work work(on, pictures.precision);
    const device_array given = work.upload(pictures);
    imaging_internal::check_finite("pictures", work, given);
    const device_array partial = work.make({total, height, 4});
    work.run_grid(measures_file, "focus_sums", {height, total, 1}, given, cl_uint(width), cl_uint(height), partial);
    const std::vector<double> rows = read_numbers(work, partial);
    std::vector<focus> all;
    const auto n = static_cast<double>(height * width);
    for (std::size_t k = 0; k < total; ++k) {
        std::array<double, 4> s{};
        for (std::size_t i = 0; i < 4 * height; ++i) s[i % 4] += rows[k * 4 * height + i];
        const std::size_t size = real_size(work.precision());
        double first = 0;
        float single = 0;
        void* to = size == sizeof single ? static_cast<void*>(&single) : &first;
        work.session().download(given.get(), size, to, k * height * width * size);
        if (size == sizeof single) first = static_cast<double>(single);
        const double mean = first + s[0] / n, variance = std::max(0.0, s[1] / n - s[0] / n * (s[0] / n));
        all.push_back({mean == 0 ? 0 : variance / (mean * mean), s[2] / n,
                       s[3] / (static_cast<double>(height - 2) * static_cast<double>(width - 2))});
    }
    return all;
}

std::vector<thon_ring> thon_rings(const engine& on, const array_view& picture, std::size_t tile, double lowest) {
    imaging_internal::check_view("picture", picture, 2, 2);
    const std::size_t height = picture.shape[0], width = picture.shape[1];
    if (tile < 32 || tile > std::min(height, width))
        refuse("tile", "must be from 32 to the picture's shorter side, " + std::to_string(std::min(height, width)) +
                           " (got " + std::to_string(tile) + ")");
    if (!(lowest >= 0 && lowest < 0.4)) refuse("lowest", "must be from 0 to below 0.4 cycles per pixel");
    device_work work(on, picture.precision);
    const device_array given = work.upload(picture);
    const auto range = imaging_internal::check_finite("picture", work, given);
    if (range.least == range.most) refuse("picture", "all points are equal");
    const double mean = work.sum(given) / static_cast<double>(given.size());
    const std::vector<double> window = imaging_internal::hann_window(tile, 0.5);  // periodic
    const device_array weights = make_numbers(work, {tile}, window);
    const std::vector<std::size_t> rows = tile_starts(height, tile), columns = tile_starts(width, tile);
    const std::vector<cl_int> starts(columns.begin(), columns.end());
    const device_buffer starts_buffer = imaging_internal::make_integers(work, starts);
    const std::size_t half = tile / 2 + 1;
    const device_array tiles = work.make({columns.size(), tile, tile});
    const device_array spectra = work.make({columns.size(), tile, half}, true);
    const device_array sums = make_numbers(work, {tile, half}, std::vector<double>(tile * half));
    transform t;
    t.kind = kind::r2c;
    t.lengths = {tile, tile};
    t.batch = columns.size();
    t.precision = work.precision();
    for (const std::size_t row : rows) {
        work.run_grid(measures_file, "take_tiles", {tile, tile, columns.size()}, given, weights, starts_buffer.get(),
                      structure(cl_uint(row), cl_uint(width), cl_uint(tile)), real_argument{mean}, tiles);
        work.transform(t, tiles, spectra);
        work.run_grid(measures_file, "add_powers", {half, tile, 1}, spectra, cl_uint(half), cl_uint(tile),
                      cl_uint(columns.size()), sums);
    }
    const std::size_t ring_count = tile / 2 + 1;
    const device_array out = work.make({ring_count, 2});
    work.run_grid(measures_file, "ring_powers", {ring_count, 1, 1}, sums, cl_uint(half), cl_uint(tile),
                  cl_uint(ring_count), out);
    const std::vector<double> values = read_numbers(work, out);
    double energy = 0;
    for (const double w : window) energy += w * w;
    const double norm = energy * energy * static_cast<double>(rows.size() * columns.size());
    std::vector<thon_ring> rings;
    for (std::size_t r = 1; r < ring_count; ++r)
        rings.push_back(
            {static_cast<double>(r) / static_cast<double>(tile), values[2 * r] / (values[2 * r + 1] * norm), 0, 0});
    add_background(rings, lowest);
    return rings;
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
