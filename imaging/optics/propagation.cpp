// Propagation of light by the transfer function of free space.
#include <stockham/imaging/propagation.hpp>

#include <algorithm>
#include <cmath>
#include <complex>

#include "imaging/base/check.hpp"
#include "imaging/base/device_work.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/base/transforms.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

namespace {

using namespace imaging_internal;

constexpr const char* propagation_file = "imaging/cl/propagation.cl";
const double turn_of_light = 2 * std::acos(-1.0);

void check_positive(const char* name, double value) {
    if (!(value > 0 && std::isfinite(value))) refuse(name, "must be above 0 (got " + number_text(value) + ")");
}

// The transfer function at the frequencies 0 .. n / 2 of both axes; it is even. Its phase is many turns, so that it
// needs double precision.
std::vector<std::complex<double>> transfer_of(const propagation_options& o, std::size_t height, std::size_t width,
                                              double z) {
    const double across = o.pitch_across > 0 ? o.pitch_across : o.pitch_down;
    const double wave = 1 / o.wavelength;
    std::vector<std::complex<double>> transfer;
    transfer.reserve((height / 2 + 1) * (width / 2 + 1));
    for (std::size_t y = 0; y <= height / 2; ++y) {
        const double v = static_cast<double>(y) / (static_cast<double>(height) * o.pitch_down);
        for (std::size_t x = 0; x <= width / 2; ++x) {
            const double u = static_cast<double>(x) / (static_cast<double>(width) * across);
            const double radius = u * u + v * v;
            if (o.method == propagation_method::fresnel) {
                transfer.push_back(std::polar(1.0, turn_of_light * z * wave) *
                                   std::polar(1.0, -0.5 * turn_of_light * o.wavelength * z * radius));
                continue;
            }
            const double along = wave * wave - radius;
            transfer.push_back(along >= 0
                                   ? std::polar(1.0, turn_of_light * z * std::sqrt(along))
                                   : std::complex<double>(std::exp(-turn_of_light * std::abs(z) * std::sqrt(-along))));
        }
    }
    return transfer;
}

void check_field(device_work& work, const device_array& field) {
    device_array numbers = field;  // complex numbers as pairs
    if (numbers.is_complex) {
        numbers.shape.push_back(2);
        numbers.is_complex = false;
    }
    imaging_internal::check_finite("field", work, numbers);
}

}  // namespace

void propagate(const engine& on, const array_view& field, const std::vector<double>& distances,
               const propagation_options& o, const array_view& output) {
    imaging_internal::check_view("field", field, 2, 2, field.is_complex);
    check_positive("wavelength", o.wavelength);
    check_positive("pitch", o.pitch_down);
    if (o.pitch_across != 0) check_positive("pitch", o.pitch_across);
    if (distances.empty()) refuse("distance", "there is none");
    for (const double z : distances)
        if (!std::isfinite(z)) refuse("distance", "must be finite");
    const std::size_t in_height = field.shape[0], in_width = field.shape[1];
    imaging_internal::check_view("output", output, 2, 3, true);
    const extents all = {distances.size(), in_height, in_width};
    if (output.shape != all && !(distances.size() == 1 && output.shape == field.shape))
        refuse("output", "must have " + imaging_internal::text_of(all) + " points (got " +
                             imaging_internal::text_of(output.shape) + ")");
    if (output.precision != field.precision) refuse("output", "must have the precision of the field");
    device_work work(on, field.precision);
    const std::size_t height = o.padded ? good_size(2 * in_height) : in_height;
    const std::size_t width = o.padded ? good_size(2 * in_width) : in_width;
    const device_array given = work.upload(field);
    check_field(work, given);
    const device_array wave = work.make({height, width}, true), spectrum = work.make({height, width}, true);
    const device_array moved = work.make({height, width}, true), result = work.make(all, true);
    work.run_grid(propagation_file, "surround", {width, height, 1}, given, cl_int(field.is_complex), cl_uint(in_width),
                  cl_uint(in_height), cl_uint(width), wave);
    work.transform(imaging_internal::complex_transform(direction::forward, {height, width}, 1, field.precision), wave,
                   spectrum);
    for (std::size_t k = 0; k < distances.size(); ++k) {
        const device_array transfer = imaging_internal::make_numbers(work, {height / 2 + 1, width / 2 + 1},
                                                                     transfer_of(o, height, width, distances[k]));
        work.run_grid(propagation_file, "multiply_transfer", {width, height, 1}, spectrum, transfer, cl_uint(width),
                      cl_uint(height), moved);
        work.transform(imaging_internal::complex_transform(direction::inverse, {height, width}, 1, field.precision),
                       moved, wave);
        work.run_grid(propagation_file, "corner", {in_width, in_height, 1}, wave, cl_uint(width), cl_uint(in_width),
                      cl_ulong{k * in_height * in_width}, result);
    }
    work.download(result, output);
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
