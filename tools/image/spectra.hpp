// Transforms planes to spectra and back on the device, in parts if the device's memory is too small.
#pragma once

#include <cstddef>

#include "engine.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// The full spectrum of a plane.
plane full_spectrum(const engine& e, const plane& p);
plane full_spectrum(const engine& e, const real_plane& p);

/// The half spectra of real planes: columns 0 to width / 2. The other columns are their mirror images.
plane half_spectra(const engine& e, const real_plane& p);

/// The transform that from_half_spectra() runs for `count` planes if they fit the device.
transform inverse_transform(std::size_t width, std::size_t height, std::size_t count);

/// The real planes, `width` wide, with these half spectra.
real_plane from_half_spectra(const engine& e, const plane& spectra, std::size_t width);

}  // namespace stockham::tools
