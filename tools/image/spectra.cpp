// Transforms planes to spectra and back on the device.
#include "image/spectra.hpp"

#include <algorithm>

#include <stockham/out_of_core.hpp>

#include "array/array_job.hpp"

namespace stockham::tools {

namespace {

transform planes_transform(kind k, std::size_t width, std::size_t height, std::size_t count) {
    transform t;
    t.kind = k;
    t.lengths = {height, width};
    t.batch = count;
    return t;
}

// Transforms planes to full spectra, or back, in parts that fit the device.
void transform_in_parts(const engine& e, const void* in, bool real, bool inverse, plane& out) {
    array_job job;
    job.shape = {out.count, out.height, out.width};
    job.axes = {1, 2};
    job.real = real;
    job.inverse = inverse;
    out_of_core_options options;
    options.devices = {e.device()};
    options.device_memory = e.memory();
    if (in != out.values.data()) {
        out_of_core(transform_of(job), options).run(in, out.values.data());
        return;
    }
    auto t = transform_of(job);
    t.placement = placement::in_place;
    out_of_core(t, options).run(out.values.data());
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
    const transform t = planes_transform(kind::c2c, p.width, p.height, 1);
    if (!try_transform(e, t, p.values.data(), spectrum.values.data()).empty())
        transform_in_parts(e, p.values.data(), false, false, spectrum);
    return spectrum;
}

plane full_spectrum(const engine& e, const real_plane& p) {
    plane spectrum(p.width, p.height);
    transform t = planes_transform(kind::r2c, p.width, p.height, 1);
    t.full_spectrum = true;
    if (!try_transform(e, t, p.values.data(), spectrum.values.data()).empty())
        transform_in_parts(e, p.values.data(), true, false, spectrum);
    return spectrum;
}

plane half_spectra(const engine& e, const real_plane& p) {
    plane spectra(p.width / 2 + 1, p.height, p.count);
    const transform t = planes_transform(kind::r2c, p.width, p.height, p.count);
    if (try_transform(e, t, p.values.data(), spectra.values.data()).empty()) return spectra;
    plane whole(p.width, p.height, p.count);
    transform_in_parts(e, p.values.data(), true, false, whole);
    for_each_half(spectra, p.width,
                  [&](std::complex<float>& v, std::size_t place, std::size_t) { v = whole.values[place]; });
    return spectra;
}

transform inverse_transform(std::size_t width, std::size_t height, std::size_t count) {
    transform t = planes_transform(kind::c2r, width, height, count);
    t.direction = direction::inverse;
    t.scale = 1 / (static_cast<double>(width) * static_cast<double>(height));
    return t;
}

real_plane from_half_spectra(const engine& e, const plane& spectra, std::size_t width) {
    real_plane p(width, spectra.height, spectra.count);
    const transform t = inverse_transform(width, spectra.height, spectra.count);
    if (try_transform(e, t, spectra.values.data(), p.values.data()).empty()) return p;
    plane whole(width, spectra.height, spectra.count);
    for_each_half(spectra, width, [&](std::complex<float> v, std::size_t place, std::size_t mirror) {
        whole.values[mirror] = std::conj(v);
        whole.values[place] = v;
    });
    transform_in_parts(e, whole.values.data(), false, true, whole);
    std::transform(whole.values.begin(), whole.values.end(), p.values.begin(),
                   [](std::complex<float> v) { return v.real(); });
    return p;
}

}  // namespace stockham::tools
