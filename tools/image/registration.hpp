// The shift between two pictures, by phase correlation.
#pragma once

#include "engine.hpp"
#include "image/plane.hpp"

namespace stockham::tools {

/// The axes along which a plane varies by more than the rounding of luminances.
struct variation {
    bool down = false;
    bool across = false;
    bool any() const { return down || across; }
};

variation variation_of(const real_plane& p);

/// The shift for which b[y][x] is closest to a[y - down][x - right], in pixels.
struct shift {
    double down = 0;
    double right = 0;
    /// The confidence, from 0 to 1. The phase correlation is the mean cosine of the phase errors of the shift, over the
    /// frequencies that both planes have. The level that the best shift of two unrelated planes with as many
    /// frequencies reaches by chance is subtracted, and the rest is scaled so that 1 stays 1. At 1 a circular shift
    /// explains the whole difference. A few frequencies agree with some shift in any case, so they give 0.
    double peak = 0;
    bool down_known = true;  ///< false: a plane does not vary along this axis, and `down` is 0
    bool right_known = true;
};

/// The shift of b against a, two planes of the same size, by the phases of their spectra. The highest peak gives it to
/// a pixel. Then the shift found so far is undone and the rest is searched between the pixels, repeatedly, to about
/// 0.01 pixels. `use_window` applies a Hann window, because edges do not move with the content. Throws job_error if
/// there is no axis along which both planes vary, or no frequency above the rounding errors in both.
shift find_shift(const engine& e, const real_plane& a, const real_plane& b, bool use_window);

/// The planes shifted circularly, also by fractions of pixels. Defined for float and double.
template <class T>
planes_of<T> shifted(const engine& e, const planes_of<T>& planes, double down, double right);

}  // namespace stockham::tools
