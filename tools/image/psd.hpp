// The power spectral density of a plane, averaged over directions.
#pragma once

#include <vector>

#include "engine.hpp"
#include "image/plane.hpp"
#include "image/window.hpp"

namespace stockham::tools {

struct spectral_power {
    double frequency = 0;  ///< cycles per pixel
    double power = 0;
};

/// The power |F|^2 / sum(window^2) of the plane without its trend, under a window. White noise of variance s^2 has
/// power s^2 at every frequency. Each row is the mean over a ring of frequencies; the radii are the multiples of 1 /
/// longer side up to 0.5. Defined for float and double.
template <class T>
std::vector<spectral_power> radial_power(const engine& e, const planes_of<T>& p, window_shape shape, trend removed);

}  // namespace stockham::tools
