// The chirp z-transform by Bluestein's convolution: n k = (n^2 + k^2 - (k - n)^2) / 2.
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
using complex = std::complex<double>;

constexpr const char* chirp_file = "imaging/cl/spectrogram.cl";
const long double turn_exactly = 2 * std::acos(-1.0L);

// w as a magnitude and an angle in turns, which keeps its precision for large powers.
struct chirp_base {
    long double logarithm = 0;  // of the magnitude
    long double turns = 0;

    // w^power, with the power in halves.
    complex power(long double halves) const {
        const long double turn = std::fmod(0.5L * halves * turns, 1.0L);
        const long double size = logarithm == 0 ? 1 : std::exp(0.5L * halves * logarithm);
        return {static_cast<double>(size * std::cos(turn_exactly * turn)),
                static_cast<double>(size * std::sin(turn_exactly * turn))};
    }
};

chirp_base base_of(complex w) {
    const long double size = std::hypot(static_cast<long double>(w.real()), static_cast<long double>(w.imag()));
    const long double turns = std::atan2(static_cast<long double>(w.imag()), static_cast<long double>(w.real()));
    // Within rounding errors of the unit circle it is meant to be there.
    return {std::abs(size - 1) < 4e-16L ? 0 : std::log(size), turns / turn_exactly};
}

void run_chirp(const engine& on, const array_view& x, const chirp_base& w, const chirp_base& a,
               const array_view& output) {
    imaging_internal::check_view("x", x, 1, 2, x.is_complex);
    imaging_internal::check_view("output", output, 1, 2, true);
    const std::size_t n = x.shape.back(), m = output.shape.back();
    const std::size_t lines = x.shape.size() == 2 ? x.shape[0] : 1;
    extents wanted = x.shape;
    wanted.back() = m;
    imaging_internal::check_like("output", output, wanted, x.precision);
    const std::size_t length = good_convolution_size(n, m);
    // (n - k)^2 for k - n from 1 - n to m - 1: the convolution's kernel. Point k of the result is at n - 1 + k.
    std::vector<complex> before(n), kernel(length), after(m);
    for (std::size_t j = 0; j < n; ++j) {
        const auto square = static_cast<long double>(j) * static_cast<long double>(j);
        before[j] = w.power(square) * a.power(-2 * static_cast<long double>(j));
    }
    for (std::size_t k = 0; k < m; ++k) after[k] = w.power(static_cast<long double>(k) * static_cast<long double>(k));
    for (std::size_t i = 0; i < n + m - 1; ++i) {
        const auto k = static_cast<long double>(i) - static_cast<long double>(n - 1);
        kernel[i] = w.power(-k * k);
    }
    device_work work(on, x.precision);
    const device_array given = work.upload(x);
    const device_array padded = work.make({lines, length}, true), spectra = work.make({lines, length}, true);
    const device_array spectrum = work.make({length}, true), result = work.make({lines, m}, true);
    work.transform(imaging_internal::complex_transform(direction::forward, {length}, 1, x.precision),
                   imaging_internal::make_numbers(work, {length}, kernel), spectrum);
    work.run_grid(chirp_file, "chirped", {length, lines, 1}, given, cl_int(x.is_complex),
                  imaging_internal::make_numbers(work, {n}, before), cl_uint(n), cl_uint(length), padded);
    work.transform(imaging_internal::complex_transform(direction::forward, {length}, lines, x.precision), padded,
                   spectra);
    work.run_grid(chirp_file, "multiply_lines", {length, lines, 1}, spectra, spectrum, cl_uint(length));
    work.transform(imaging_internal::complex_transform(direction::inverse, {length}, lines, x.precision), spectra,
                   padded);
    work.run_grid(chirp_file, "unchirped", {m, lines, 1}, padded, imaging_internal::make_numbers(work, {m}, after),
                  cl_uint(length), cl_uint(n - 1), cl_uint(m), result);
    work.download(result, output);
}

void check_point(const char* name, complex z) {
    if (!(std::abs(z) > 0 && std::isfinite(z.real()) && std::isfinite(z.imag())))
        refuse(name, "must be finite and not 0");
}

}  // namespace

void chirp_z(const engine& on, const array_view& x, complex w, complex a, const array_view& output) {
    check_point("w", w);
    check_point("a", a);
    run_chirp(on, x, base_of(w), base_of(a), output);
}

void zoom(const engine& on, const array_view& x, double low, double high, bool endpoint, const array_view& output) {
    if (!std::isfinite(low) || !std::isfinite(high)) refuse("frequencies", "must be finite");
    const std::size_t m = output.shape.empty() ? 0 : output.shape.back();
    const std::size_t steps = endpoint && m > 1 ? m - 1 : m;
    if (steps == 0) refuse("output", "has no points");
    const long double step = (static_cast<long double>(high) - static_cast<long double>(low)) / steps;
    run_chirp(on, x, {0, -step}, {0, low}, output);
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
