// The gain of a picture filter at a frequency.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace stockham::tools {

enum class band { all_pass, low_pass, high_pass, band_pass };
enum class shape { ideal, gaussian, butterworth };

/// Frequencies are in cycles per pixel: 0 to 0.5 along an axis.
struct filter {
    tools::band band = band::all_pass;
    tools::shape shape = shape::gaussian;
    double low = 0;                                  ///< below it a high-pass and a band-pass take away
    double high = 0;                                 ///< above it a low-pass and a band-pass take away
    int order = 2;                                   ///< of Butterworth's shape
    std::vector<std::pair<double, double>> notches;  ///< (horizontal, vertical); each works at its negative too
    double radius = 0.02;                            ///< of a notch
};

/// How much of a frequency at `distance` from the middle is left by a low-pass with its edge at `edge`. Gauss' and
/// Butterworth's shapes have half the gain at the edge; what lies on the edge the ideal one keeps.
double low_pass_gain(shape s, double distance, double edge, int order);

/// The gain at the frequency (u, v), -0.5 to 0.5 each. The same at (-u, -v), so real pictures stay real.
double gain(const filter& f, double u, double v);

/// The gains of the half spectrum (columns 0 to width / 2) of a width x height plane in the transform's own order.
std::vector<float> half_gains(const filter& f, std::size_t width, std::size_t height);

}  // namespace stockham::tools
