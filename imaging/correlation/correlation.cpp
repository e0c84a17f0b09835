// Cross-correlation of arrays with any number of axes.
#include <stockham/imaging/correlation.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include "imaging/base/check.hpp"
#include "imaging/base/device_work.hpp"
#include "imaging/base/numbers.hpp"
#include "imaging/base/transforms.hpp"

namespace stockham {
inline namespace v0_2 {
namespace imaging {

namespace {

using namespace imaging_internal;

constexpr const char* correlation_file = "imaging/cl/correlation.cl";
constexpr std::size_t partial_items = 1024;

double epsilon(precision p) {
    return p == precision::f64 ? 0x1p-52 : 0x1p-23;
}

cl_uint4 sides_of(const extents& shape) {
    cl_uint4 sides{};
    for (int k = 0; k < 4; ++k) sides.s[k] = 1;
    for (std::size_t k = 0; k < shape.size(); ++k) sides.s[4 - shape.size() + k] = static_cast<cl_uint>(shape[k]);
    return sides;
}

transform spectrum_transform(const extents& shape, bool is_real, precision in) {
    transform t = imaging_internal::complex_transform(direction::forward, shape, 1, in);
    if (is_real) {
        t.kind = kind::r2c;
        t.full_spectrum = true;
    }
    return t;
}

device_array spectrum_of(device_work& work, const array_view& view, bool is_spectrum) {
    const device_array given = work.upload(view);
    if (is_spectrum) return given;
    const device_array spectrum = work.make(view.shape, true);
    work.transform(spectrum_transform(view.shape, !view.is_complex, view.precision), given, spectrum);
    return spectrum;
}

void check_arrays(const array_view& reference, const array_view& moving) {
    imaging_internal::check_view("reference", reference, 1, 4, reference.is_complex);
    imaging_internal::check_view("moving", moving, 1, 4, moving.is_complex);
    imaging_internal::check_like("moving", moving, reference.shape, reference.precision);
}

device_array product_of(device_work& work, const device_array& a, const device_array& b, normalisation how) {
    const device_array product = work.make(a.shape, true);
    work.run(correlation_file, "cross_power", a.size(), a, b, cl_int(how == normalisation::phase),
             real_argument{100 * epsilon(work.precision())}, cl_ulong{a.size()}, product);
    return product;
}

// The index of the largest magnitude, the first one in the order of memory.
std::size_t largest_of(device_work& work, const device_array& surface) {
    const std::size_t items = std::min(partial_items, surface.size());
    const device_array values = work.make({items}), places = work.make({items}, true);  // at least 64 bits each
    work.run(correlation_file, "largest_magnitude", items, surface, cl_ulong{surface.size()}, cl_ulong{items}, values,
             places);
    const std::vector<double> sizes = imaging_internal::read_numbers(work, values);
    std::vector<cl_ulong> at(places.bytes() / sizeof(cl_ulong));
    work.read(places, at.data());
    std::size_t best = 0;
    for (std::size_t i = 1; i < items; ++i)
        if (sizes[i] > sizes[best] || (sizes[i] == sizes[best] && at[i] < at[best])) best = i;
    return static_cast<std::size_t>(at[best]);
}

std::complex<double> value_at(device_work& work, const device_array& array, std::size_t place) {
    const std::size_t size = element_size(work.precision());
    std::complex<double> value;
    std::complex<float> single;
    void* to = size == sizeof single ? static_cast<void*>(&single) : &value;
    work.session().download(array.get(), size, to, place * size);
    return size == sizeof single ? std::complex<double>(single) : value;
}

std::vector<std::size_t> indices_of(std::size_t place, const extents& shape) {
    std::vector<std::size_t> indices(shape.size());
    for (std::size_t k = shape.size(); k-- > 0; place /= shape[k]) indices[k] = place % shape[k];
    return indices;
}

double power_of(device_work& work, const device_array& spectrum) {
    const device_array squares = work.make(spectrum.shape);
    work.run(correlation_file, "squared_magnitudes", squares.size(), spectrum, cl_ulong{squares.size()}, squares);
    const auto n = static_cast<double>(spectrum.size());
    return work.sum(squares) / n;
}

// The correlation at shifts 1 / up apart around `shift`, one axis after the other, and its highest point.
void refine(device_work& work, const device_array& product, double up, correlation_peak& peak) {
    const auto count = static_cast<std::size_t>(std::ceil(1.5 * up));
    const double middle = std::trunc(0.5 * static_cast<double>(count));
    device_array now = product;
    for (std::size_t axis = now.shape.size(); axis-- > 0;) {
        const std::size_t n = now.shape[axis];
        std::size_t inner = 1, outer = 1;
        for (std::size_t k = 0; k < axis; ++k) outer *= now.shape[k];
        for (std::size_t k = axis + 1; k < now.shape.size(); ++k) inner *= now.shape[k];
        peak.shift[axis] = std::round(peak.shift[axis] * up) / up;
        std::vector<std::complex<double>> table(n * count);
        for (std::size_t k = 0; k < count; ++k) {
            const double shift = peak.shift[axis] + (static_cast<double>(k) - middle) / up;
            for (std::size_t j = 0; j < n; ++j) {
                const double frequency =
                    (static_cast<double>(j) - (2 * j >= n ? static_cast<double>(n) : 0)) / static_cast<double>(n);
                table[j * count + k] = std::polar(1.0, 2 * std::acos(-1.0) * std::fmod(shift * frequency, 1.0));
            }
        }
        const device_array factors = imaging_internal::make_numbers(work, {n, count}, table);
        extents shape = now.shape;
        shape[axis] = count;
        const device_array out = work.make(shape, true);
        if (inner == 1)
            work.run_grid("imaging/cl/matrix_dft.cl", "along_last", {count, outer, 1}, now, factors, cl_uint(n),
                          cl_uint(count), cl_ulong{outer}, out);
        else
            work.run_grid("imaging/cl/matrix_dft.cl", "along_inner", {inner, count, outer}, now, factors, cl_uint(n),
                          cl_uint(count), cl_ulong{inner}, out);
        now = out;
    }
    const std::size_t place = largest_of(work, now);
    const std::vector<std::size_t> indices = indices_of(place, now.shape);
    for (std::size_t axis = 0; axis < indices.size(); ++axis)
        peak.shift[axis] += (static_cast<double>(indices[axis]) - middle) / up;
    peak.value = value_at(work, now, place) / static_cast<double>(product.size());
}

// The correlation coefficient over a box.
double coefficient(device_work& work, const device_array& a, const device_array& b, const std::vector<std::size_t>& low,
                   const std::vector<std::size_t>& high) {
    extents box(high);
    for (std::size_t k = 0; k < low.size(); ++k) box[k] -= low[k];
    const auto n = static_cast<double>(imaging_internal::points(box));
    if (n <= 2) return -1;
    cl_uint4 from{};
    for (std::size_t k = 0; k < low.size(); ++k) from.s[4 - low.size() + k] = static_cast<cl_uint>(low[k]);
    const device_array partial = work.make({partial_items, 5});
    work.run(correlation_file, "box_sums", partial_items, a, b,
             structure(sides_of(a.shape), from, sides_of(box), cl_ulong{imaging_internal::points(box)},
                       cl_ulong{partial_items}),
             partial);
    const std::vector<double> values = imaging_internal::read_numbers(work, partial);
    std::array<double, 5> s{};
    for (std::size_t i = 0; i < values.size(); ++i) s[i % 5] += values[i];
    const double var_a = s[2] - s[0] * s[0] / n, var_b = s[3] - s[1] * s[1] / n;
    const double least = 100 * epsilon(work.precision());
    if (!(var_a > least * s[2] && var_b > least * s[3])) return -1;
    return (s[4] - s[0] * s[1] / n) / std::sqrt(var_a * var_b);
}

// A shift along an axis is known up to the axis's side. With `moving` moved circularly, the arrays agree in one of the
// parts that are left and right of each cut.
void disambiguate(device_work& work, const device_array& reference, const device_array& moving,
                  correlation_peak& peak) {
    const extents& shape = reference.shape;
    const std::size_t axes = shape.size();
    device_array moved = work.make(shape, true), fixed = work.make(shape, true), spectrum = work.make(shape, true);
    work.copy(moving.get(), 0, spectrum.get(), 0, spectrum.bytes());
    std::vector<std::size_t> cuts(axes);
    std::size_t inner = 1;
    std::vector<double> positive(axes);
    for (std::size_t axis = axes; axis-- > 0; inner *= shape[axis]) {
        const auto n = static_cast<double>(shape[axis]);
        positive[axis] = std::fmod(std::fmod(peak.shift[axis], n) + n, n);
        cuts[axis] = std::min(static_cast<std::size_t>(std::lround(positive[axis])), shape[axis]);
        work.run(correlation_file, "ramp_axis", spectrum.size(), spectrum,
                 imaging_internal::make_numbers(
                     work, {shape[axis]}, imaging_internal::shift_factors(shape[axis], shape[axis], peak.shift[axis])),
                 cl_uint(shape[axis]), cl_ulong{inner}, cl_ulong{spectrum.size()});
    }
    const transform inverse = imaging_internal::complex_transform(direction::inverse, shape, 1, work.precision());
    work.transform(inverse, spectrum, moved);
    work.transform(inverse, reference, fixed);
    double best = -1;
    std::size_t best_part = 0;
    for (std::size_t part = 0; part < std::size_t{1} << axes; ++part) {
        std::vector<std::size_t> low(axes), high(axes);
        for (std::size_t axis = 0; axis < axes; ++axis) {
            const bool after = (part >> (axes - 1 - axis) & 1) != 0;
            low[axis] = after ? cuts[axis] : 0;
            high[axis] = after ? shape[axis] : cuts[axis];
        }
        const double here = coefficient(work, fixed, moved, low, high);
        if (here > best) {
            best = here;
            best_part = part;
        }
    }
    peak.is_ambiguous = best <= -1;
    if (peak.is_ambiguous) return;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const bool after = (best_part >> (axes - 1 - axis) & 1) != 0;
        peak.shift[axis] = after ? positive[axis] : positive[axis] - static_cast<double>(shape[axis]);
    }
}

}  // namespace

correlation_peak find_correlation_peak(const engine& on, const array_view& reference, const array_view& moving,
                                       const correlation_options& o) {
    check_arrays(reference, moving);
    if (o.spectra && !(reference.is_complex && moving.is_complex)) refuse("reference", "spectra must be complex");
    if (!(o.upsampling >= 1 && o.upsampling <= 1000))
        refuse("upsampling", "must be from 1 to 1000 (got " + number_text(o.upsampling) + ")");
    device_work work(on, reference.precision);
    const device_array a = spectrum_of(work, reference, o.spectra), b = spectrum_of(work, moving, o.spectra);
    const device_array product = product_of(work, a, b, o.normalisation), surface = work.make(a.shape, true);
    work.transform(imaging_internal::complex_transform(direction::inverse, a.shape, 1, work.precision()), product,
                   surface);
    correlation_peak peak;
    const std::size_t place = largest_of(work, surface);
    for (std::size_t k = 0; k < a.shape.size(); ++k) {
        const std::size_t n = a.shape[k], index = indices_of(place, a.shape)[k];
        peak.shift.push_back(static_cast<double>(index) - (index > n / 2 ? static_cast<double>(n) : 0));
    }
    peak.value = value_at(work, surface, place);
    peak.reference_power = power_of(work, a);
    peak.moving_power = power_of(work, b);
    if (o.upsampling > 1) refine(work, product, o.upsampling, peak);
    for (std::size_t k = 0; k < a.shape.size(); ++k)
        if (a.shape[k] == 1) peak.shift[k] = 0;
    if (o.disambiguate) disambiguate(work, a, b, peak);
    return peak;
}

void correlation_surface(const engine& on, const array_view& reference, const array_view& moving, normalisation how,
                         const array_view& output) {
    check_arrays(reference, moving);
    if (reference.is_complex || moving.is_complex) refuse("reference", "must be real");
    imaging_internal::check_like("output", output, reference.shape, reference.precision);
    device_work work(on, reference.precision);
    const device_array a = spectrum_of(work, reference, false), b = spectrum_of(work, moving, false);
    const device_array product = product_of(work, b, a, how), surface = work.make(a.shape, true);
    work.transform(imaging_internal::complex_transform(direction::inverse, a.shape, 1, work.precision()), product,
                   surface);
    const device_array result = work.make(a.shape);
    work.run(correlation_file, "centred_real", result.size(), surface, sides_of(a.shape), cl_ulong{result.size()},
             result);
    work.download(result, output);
}

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
