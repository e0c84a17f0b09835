// Transforms planes to spectra and back on the device, in parts if the device's memory is too small.
#pragma once

#include <cstddef>

#include "engine.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// The full spectrum of a plane.
plane full_spectrum(const engine& e, const plane& p);
plane full_spectrum(const engine& e, const real_plane& p);

/// The half spectra of real planes, in single or double precision: columns 0 to width / 2. The other columns are their
/// mirror images.
template <class T>
complex_planes<T> half_spectra(const engine& e, const planes_of<T>& p);

/// The transform that from_half_spectra() runs for `count` planes if they fit the device.
transform inverse_transform(std::size_t width, std::size_t height, std::size_t count, precision p = precision::f32);

/// The real planes, `width` wide, with these half spectra.
template <class T>
planes_of<T> from_half_spectra(const engine& e, const complex_planes<T>& spectra, std::size_t width);

/// True if pictures of this type are computed in double precision: f8 on a device that has it.
bool uses_double(const engine& e, sample_type type);

}  // namespace stockham::tools
