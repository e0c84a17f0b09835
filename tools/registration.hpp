// How far one picture is shifted against another: phase correlation.
#pragma once

#include "engine.hpp"
#include "plane.hpp"

namespace stockham::tools {

/// b[y][x] is a[y - down][x - right], as far as a shift explains it.
struct shift {
    double down = 0;
    double right = 0;
    double peak = 0;  ///< of the phase correlation: 1 if nothing but the shift, around the edges, makes the difference
};

/// The shift of b against a, two planes of one size, by the phases of their spectra: to a pixel by the highest peak,
/// then, with what is found taken back again and again, to a hundredth or so by the transform's sum between the pixels.
/// `use_window`: Hann's, so that edges, which do not move, count for little. Peak 0: there is nothing to compare.
shift find_shift(const engine& e, const real_plane& a, const real_plane& b, bool use_window);

/// The planes shifted by fractions of pixels; what leaves at one edge comes in at the opposite one.
real_plane shifted(const engine& e, const real_plane& planes, double down, double right);

}  // namespace stockham::tools
