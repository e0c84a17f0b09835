// Peaks in the spectrum of a picture: regular patterns such as hum, a screen or a weave.
#pragma once

#include <vector>

#include "engine.hpp"
#include "image/spectral_planes.hpp"

namespace stockham::tools {

/// A peak and its mirror image are one pattern: amplitude * cos(2 pi (u x + v y) + phase). Frequencies are in cycles
/// per pixel; the peak is the one with v > 0, or with v = 0 and u > 0.
struct spectral_peak {
    double u = 0;
    double v = 0;
    double amplitude = 0;   ///< in the unit of the plane
    double prominence = 0;  ///< power relative to the median of its surroundings
};

/// Patterns weaker than this are texture rather than a peak: pictures without a pattern stay below it.
constexpr double least_prominence = 500;

/// The most prominent peaks, at most `most`, with a prominence of at least `least`. The plane is transformed under a
/// Hann window. A peak is the largest of the 5 x 5 points around it; its surroundings are 17 x 17 points without those.
/// The frequency is interpolated between points, to about a tenth of 1 / side. Frequencies within 8 points of zero,
/// which hold the content of pictures, are left out. Throws job_error for a plane with a side below 32 points.
std::vector<spectral_peak> find_peaks(const engine& e, spectral_planes<float> p, std::size_t most, double least);

}  // namespace stockham::tools
