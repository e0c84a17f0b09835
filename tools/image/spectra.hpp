// Planes through the device: to their spectra and back, in parts where the device has not the memory for all at once.
#pragma once

#include <cstddef>

#include "engine.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// The spectrum of a plane, all of it.
plane full_spectrum(const engine& e, const plane& p);
plane full_spectrum(const engine& e, const real_plane& p);

/// The spectra of real planes without what the rest mirrors: columns 0 to width / 2.
plane half_spectra(const engine& e, const real_plane& p);

/// The planes, `width` wide, of such half spectra.
real_plane from_half_spectra(const engine& e, const plane& spectra, std::size_t width);

}  // namespace stockham::tools
