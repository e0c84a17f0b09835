// Transforms planes to spectra and back on the device.
#include "image/spectra.hpp"

#include <type_traits>

#include <stockham/out_of_core.hpp>

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

// In parts if the device has too little memory.
void transform_planes(const engine& e, const transform& t, const void* in, void* out) {
    if (try_transform(e, t, in, out).empty()) return;
    const auto share = e.take_memory(e.memory());
    out_of_core_options options;
    options.devices = {e.device()};
    options.device_memory = e.memory();
    out_of_core(t, options).run(in, out);
}

}  // namespace

plane full_spectrum(const engine& e, const plane& p) {
    plane spectrum(p.width, p.height);
    const transform t = planes_transform(kind::c2c, p.width, p.height, 1, precision::f32);
    transform_planes(e, t, p.values.data(), spectrum.values.data());
    return spectrum;
}

plane full_spectrum(const engine& e, const real_plane& p) {
    plane spectrum(p.width, p.height);
    transform t = planes_transform(kind::r2c, p.width, p.height, 1, precision::f32);
    t.full_spectrum = true;
    transform_planes(e, t, p.values.data(), spectrum.values.data());
    return spectrum;
}

template <class T>
complex_planes<T> half_spectra(const engine& e, const planes_of<T>& p) {
    complex_planes<T> spectra(p.width / 2 + 1, p.height, p.count);
    const transform t = planes_transform(kind::r2c, p.width, p.height, p.count, precision_of<T>);
    transform_planes(e, t, p.values.data(), spectra.values.data());
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
    transform_planes(e, t, spectra.values.data(), p.values.data());
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
