// How far one picture is shifted against another: phase correlation.
#pragma once

#include "engine.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// Along which axes a plane varies: by more than the rounding of luminances, however little that is.
struct variation {
    bool down = false;
    bool across = false;
    bool any() const { return down || across; }
};

variation variation_of(const real_plane& p);

/// b[y][x] is a[y - down][x - right], as far as a shift explains it.
struct shift {
    double down = 0;
    double right = 0;
    /// How sure that is, from 0 to 1. The phase correlation is the mean cosine of the angles by which the frequencies
    /// that both planes have miss the shift. Of it, what the best of all shifts of two unrelated planes with so many
    /// frequencies gets by chance is taken away, and the rest is scaled so that 1 stays 1: nothing but the shift,
    /// around the edges, makes the difference. Few frequencies agree with some shift in any case, so they give 0.
    double peak = 0;
    bool down_known = true;  ///< false: a plane is the same along this axis, the shift is given as 0
    bool right_known = true;
};

/// The shift of b against a, two planes of one size, by the phases of their spectra: to a pixel by the highest peak,
/// then, with what is found taken back again and again, to a hundredth or so by the transform's sum between the pixels.
/// `use_window`: Hann's, so that edges, which do not move, count for little. Throws job_error if there is nothing to
/// compare: no axis along which both vary, or no frequency that both have above the rounding errors.
shift find_shift(const engine& e, const real_plane& a, const real_plane& b, bool use_window);

/// The planes shifted by fractions of pixels; what leaves at one edge comes in at the opposite one.
real_plane shifted(const engine& e, const real_plane& planes, double down, double right);

}  // namespace stockham::tools
