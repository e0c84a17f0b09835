// The gain of a picture filter at a frequency.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace stockham::tools {

enum class band { all_pass, low_pass, high_pass, band_pass };
enum class shape { ideal, gaussian, butterworth };
enum class stripes { none, horizontal, vertical };

/// Frequencies are in cycles per pixel: 0 to 0.5 along an axis.
struct filter {
    tools::band band = band::all_pass;
    tools::shape shape = shape::gaussian;
    double low = 0;                                  ///< lower edge of a high-pass or band-pass
    double high = 0;                                 ///< upper edge of a low-pass or band-pass
    int order = 2;                                   ///< order of the Butterworth shape
    std::vector<std::pair<double, double>> notches;  ///< (horizontal, vertical); each also applies at its negative
    double radius = 0.02;                            ///< radius of the notches, and half the width of `stripes`
    double large = 0;                                ///< structures above this size in pixels are removed; 0: none
    double small = 0;                                ///< structures below this size in pixels are removed; 0: none
    tools::stripes stripes = stripes::none;          ///< stripes that are removed
    std::vector<double> mask;                        ///< any further gains of the half spectrum, or none
};

/// The gain of a low-pass with its edge at `edge` for a frequency at `distance` from the centre. At the edge the gain
/// is 1/2 for the Gaussian and Butterworth shapes, and 1 for the ideal shape.
double low_pass_gain(shape s, double distance, double edge, int order);

/// The gain at the frequency (u, v), -0.5 to 0.5 each, without the mask. It is the same at (-u, -v), so real pictures
/// stay real. With f = hypot(u, v), the bands by size are those of ImageJ: 1 - exp(-(2 large f)^2) and
/// exp(-(2 small f)^2), which keep the mean. Horizontal stripes are at frequencies with u near 0; the gain is
/// 1 - g(u) (1 - g(v)) with g(x) = 2^-(x / radius)^2, so that slow changes remain.
double gain(const filter& f, double u, double v);

/// The gains, with the mask, for row y of the half spectrum of a width x height plane: `row` gets width / 2 + 1
/// numbers.
template <class T>
void take_gains(const filter& f, std::size_t width, std::size_t height, std::size_t y, T* row);

/// The gains, with the mask, for the half spectrum (columns 0 to width / 2) of a width x height plane, in the order of
/// the transform.
std::vector<double> half_gains(const filter& f, std::size_t width, std::size_t height);

/// True if the filter takes more than half of the mean away.
bool removes_mean(const filter& f);

}  // namespace stockham::tools
