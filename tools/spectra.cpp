// Planes through the device: to their spectra and back.
#include "spectra.hpp"

namespace stockham::tools {

namespace {

transform planes_transform(kind k, std::size_t width, std::size_t height, std::size_t count) {
    transform t;
    t.kind = k;
    t.lengths = {height, width};
    t.batch = count;
    return t;
}

}  // namespace

plane full_spectrum(const engine& e, const plane& p) {
    plane spectrum(p.width, p.height);
    run_transform(e, planes_transform(kind::c2c, p.width, p.height, 1), p.values.data(), spectrum.values.data());
    return spectrum;
}

plane full_spectrum(const engine& e, const real_plane& p) {
    plane spectrum(p.width, p.height);
    transform t = planes_transform(kind::r2c, p.width, p.height, 1);
    t.full_spectrum = true;
    run_transform(e, t, p.values.data(), spectrum.values.data());
    return spectrum;
}

plane half_spectra(const engine& e, const real_plane& p) {
    plane spectra(p.width / 2 + 1, p.height, p.count);
    run_transform(e, planes_transform(kind::r2c, p.width, p.height, p.count), p.values.data(), spectra.values.data());
    return spectra;
}

real_plane from_half_spectra(const engine& e, const plane& spectra, std::size_t width) {
    real_plane p(width, spectra.height, spectra.count);
    transform t = planes_transform(kind::c2r, width, spectra.height, spectra.count);
    t.direction = direction::inverse;
    t.scale = 1 / (static_cast<double>(width) * static_cast<double>(spectra.height));
    run_transform(e, t, spectra.values.data(), p.values.data());
    return p;
}

}  // namespace stockham::tools
