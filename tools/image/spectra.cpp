// Transforms planes to spectra and back on the device.
#include "image/spectra.hpp"

#include <algorithm>
#include <type_traits>

#include "array/passes.hpp"
#include "array/stack_io.hpp"

namespace stockham::tools {

namespace {

template <class T>
constexpr precision precision_of = std::is_same_v<T, double> ? precision::f64 : precision::f32;

transform planes_transform(kind k, std::size_t width, std::size_t height, std::size_t count, precision p) {
    transform t;
    t.kind = k;
    t.precision = p;
    t.lengths = {height, width};
    t.batch = count;
    return t;
}

// Transforms planes to full spectra, or back, in parts that fit the device.
template <class T>
void transform_in_parts(const engine& e, const void* in, bool real, bool inverse, complex_planes<T>& out) {
    stack_request r;
    r.precision = precision_of<T>;
    r.shape = {out.count, out.height, out.width};
    r.axes = {1, 2};
    r.real = real;
    r.inverse = inverse;
    const std::vector<stack> passes = make_passes(e, r);
    run_passes(e, passes, {},
               {[&](std::size_t first, std::size_t n, void* to) { copy_units(passes.front(), first, n, in, to); },
                [&](std::size_t first, std::size_t n, const void* from) {
                    put_units(passes.back(), first, n, from, out.values.data());
                },
                [](std::size_t) {}},
               out.values.data());
}

// Calls use(value, index in the full spectra, index of the mirror image there) for each point of the half spectra.
template <class Half, class Use>
void for_each_half(Half& half, std::size_t width, Use use) {
    for (std::size_t i = 0; i < half.values.size(); ++i) {
        const std::size_t x = i % half.width, row = i / half.width;
        const std::size_t y = row % half.height, first = row - y;
        use(half.values[i], row * width + x, (first + (half.height - y) % half.height) * width + (width - x) % width);
    }
}

}  // namespace

plane full_spectrum(const engine& e, const plane& p) {
    plane spectrum(p.width, p.height);
    const transform t = planes_transform(kind::c2c, p.width, p.height, 1, precision::f32);
    if (!try_transform(e, t, p.values.data(), spectrum.values.data()).empty())
        transform_in_parts(e, p.values.data(), false, false, spectrum);
    return spectrum;
}

plane full_spectrum(const engine& e, const real_plane& p) {
    plane spectrum(p.width, p.height);
    transform t = planes_transform(kind::r2c, p.width, p.height, 1, precision::f32);
    t.full_spectrum = true;
    if (!try_transform(e, t, p.values.data(), spectrum.values.data()).empty())
        transform_in_parts(e, p.values.data(), true, false, spectrum);
    return spectrum;
}

template <class T>
complex_planes<T> half_spectra(const engine& e, const planes_of<T>& p) {
    complex_planes<T> spectra(p.width / 2 + 1, p.height, p.count);
    const transform t = planes_transform(kind::r2c, p.width, p.height, p.count, precision_of<T>);
    if (try_transform(e, t, p.values.data(), spectra.values.data()).empty()) return spectra;
    complex_planes<T> whole(p.width, p.height, p.count);
    transform_in_parts(e, p.values.data(), true, false, whole);
    for_each_half(spectra, p.width,
                  [&](std::complex<T>& v, std::size_t place, std::size_t) { v = whole.values[place]; });
    return spectra;
}

transform inverse_transform(std::size_t width, std::size_t height, std::size_t count, precision p) {
    transform t = planes_transform(kind::c2r, width, height, count, p);
    t.direction = direction::inverse;
    t.scale = 1 / (static_cast<double>(width) * static_cast<double>(height));
    return t;
}

template <class T>
planes_of<T> from_half_spectra(const engine& e, const complex_planes<T>& spectra, std::size_t width) {
    planes_of<T> p(width, spectra.height, spectra.count);
    const transform t = inverse_transform(width, spectra.height, spectra.count, precision_of<T>);
    if (try_transform(e, t, spectra.values.data(), p.values.data()).empty()) return p;
    complex_planes<T> whole(width, spectra.height, spectra.count);
    for_each_half(spectra, width, [&](std::complex<T> v, std::size_t place, std::size_t mirror) {
        whole.values[mirror] = std::conj(v);
        whole.values[place] = v;
    });
    transform_in_parts(e, whole.values.data(), false, true, whole);
    std::transform(whole.values.begin(), whole.values.end(), p.values.begin(),
                   [](std::complex<T> v) { return v.real(); });
    return p;
}

template complex_planes<float> half_spectra(const engine&, const planes_of<float>&);
template complex_planes<double> half_spectra(const engine&, const planes_of<double>&);
template planes_of<float> from_half_spectra(const engine&, const complex_planes<float>&, std::size_t);
template planes_of<double> from_half_spectra(const engine&, const complex_planes<double>&, std::size_t);

bool uses_double(const engine& e, sample_type type) {
    return type == sample_type::f64 && e.description().fp64 != double_support::none;
}

}  // namespace stockham::tools
