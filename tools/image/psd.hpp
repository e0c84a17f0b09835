// The power spectral density of planes, and its average over directions.
#pragma once

#include <vector>

#include "engine.hpp"
#include "image/frequency.hpp"
#include "image/plane.hpp"
#include "image/window.hpp"

namespace stockham::tools {

/// The power |F|^2 / sum(window^2) of the plane without its trend, under a window, for the half spectrum: columns 0 to
/// width / 2. White noise of variance s^2 has power s^2 at every frequency. Defined for float and double.
template <class T>
planes_of<double> half_power(const engine& e, spectral_planes<T> p, window_choice window, trend removed);

/// The power of the full spectrum, `width` wide, with the zero frequency in the middle.
planes_of<double> centred_power(const planes_of<double>& half, std::size_t width);

/// The mean over a ring of frequencies.
struct spectral_power {
    double frequency = 0;   ///< cycles per pixel
    double power = 0;       ///< the mean
    double error = 0;       ///< the standard error of the mean
    std::size_t count = 0;  ///< points that were averaged; a point and its mirror image count once
};

/// Averages powers over rings, whose radii are the multiples of 1 / longer side up to 0.5, and over pages of one size.
///
/// The standard error is s sqrt(b / n): s is the standard deviation in the ring, n the number of points, and b the
/// number of neighbours along the ring that the window makes alike: N sum(w^4) / sum(w^2)^2, the geometric mean of both
/// axes (1.94 for Hann). For a single point it is the power, as for noise.
class ring_averages {
  public:
    ring_averages(std::size_t width, std::size_t height, window_choice window);
    void add(const planes_of<double>& half);
    std::vector<spectral_power> rows() const;

  private:
    struct sums {
        double weight = 0, power = 0, square = 0, count = 0;
    };
    std::size_t width_, height_, longer_;
    double bandwidth_;
    frequency_rings rings_;
    std::vector<sums> sums_;
};

}  // namespace stockham::tools
