// Spectra of pictures: magnitudes and phases, power spectral density, and the peaks of regular patterns.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/option_table.hpp>
#include <stockham/imaging/window.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// The number that spectrum() writes for a frequency.
enum class spectrum_value {
    magnitude,  ///< |F|
    /// Of F in turns, 0 to below 1, relative to the centre of the picture: relative to its corner, neighbours would
    /// differ by half a turn.
    phase
};

/// Options of spectrum().
struct spectrum_options {
    spectrum_value value = spectrum_value::magnitude;  ///< what is written
    window_shape window = window_shape::none;          ///< times the picture, along both axes
    bool symmetric_window = false;                     ///< the window's last point equals the first
    trend detrend = trend::none;                       ///< subtracted before the window
};

/// The table of the struct.
template <>
STOCKHAM_IMAGING_API option_table<spectrum_options> options_of<spectrum_options>();

/// Throws argument_error for options of spectrum() that are out of range or contradict each other. Thread-safe.
STOCKHAM_IMAGING_API void check(const spectrum_options&);

/// The spectrum of a picture of {height, width}, real, integer or complex, with the zero frequency at n / 2 (rounded
/// down) along each axis: real numbers of the same shape. A complex picture takes no window and no trend. Throws
/// argument_error, naming the option or array (picture, result); memory_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API void spectrum(const engine&, const array_view& picture, const array_view& result,
                                   const spectrum_options& = {});

/// Options of power_density.
struct power_options {
    window_shape window = window_shape::hann;  ///< times the picture, along both axes
    bool symmetric_window = false;             ///< the window's last point equals the first
    trend detrend = trend::constant;           ///< subtracted before the window
};

/// The table of the struct.
template <>
STOCKHAM_IMAGING_API option_table<power_options> options_of<power_options>();

/// Throws argument_error for options of power_density that are out of range or contradict each other. Thread-safe.
STOCKHAM_IMAGING_API void check(const power_options&);

/// The mean over a ring of frequencies.
struct ring_power {
    double frequency = 0;   ///< cycles per pixel
    double power = 0;       ///< the mean
    double error = 0;       ///< the standard error of the mean
    std::size_t count = 0;  ///< points that were averaged; a point and its mirror image count once
};

/// The power spectral density of pictures of one size, averaged: |F|^2 / sum(window^2) of each without its trend and
/// under the window (the periodogram; Welch 1967). White noise of variance s^2 has power s^2 at every frequency.
/// Movable. Not thread-safe.
class STOCKHAM_IMAGING_API power_density {
  public:
    /// For pictures of height x width points, of at least two points along one axis. The engine must outlive the
    /// object. Throws argument_error, naming the option or "pictures": also for more than 2^31 points.
    power_density(const engine&, std::size_t height, std::size_t width, precision, const power_options& = {});
    ~power_density();
    power_density(power_density&&) noexcept;             ///< leaves the other moved-from
    power_density& operator=(power_density&&) noexcept;  ///< releases its own state; leaves the other moved-from
    power_density(const power_density&) = delete;
    power_density& operator=(const power_density&) = delete;

    /// Adds pictures of {height, width} or {pictures, height, width}, real or integer. Throws argument_error (field
    /// "pictures"), memory_error, opencl_error.
    void add(const array_view& pictures);

    /// The mean over rings, whose radii are the multiples of 1 / longer side up to 0.5. Ring r has the points with a
    /// radius of at least r - 1/2 and less than r + 1/2 bins of the longer side, compared as integers, so that mirror
    /// images fall into the same ring.
    ///
    /// The standard error is s sqrt(b / n): s is the standard deviation in the ring, n the number of points, and b the
    /// number of neighbours along the ring that the window makes alike: N sum(w^4) / sum(w^2)^2, the geometric mean of
    /// both axes (1.94 for Hann). For a single point it is the power, as for noise.
    std::vector<ring_power> rings() const;

    /// The mean power of all frequencies, {height, width}, with the zero frequency at n / 2 (rounded down) along each
    /// axis.
    std::vector<double> map() const;

  private:
    struct state;
    std::unique_ptr<state> state_;
};

/// A regular pattern, such as hum, a screen or a weave: amplitude * cos(2 pi (u x + v y) + phase).
struct spectral_peak {
    double u = 0;           ///< cycles per pixel along a row
    double v = 0;           ///< cycles per pixel along a column; v > 0, or v = 0 and u > 0
    double amplitude = 0;   ///< in the unit of the picture
    double prominence = 0;  ///< power relative to the median of its surroundings
};

/// Options of find_peaks().
struct peak_options {
    std::size_t most = 100;   ///< peaks, the most prominent ones
    double prominence = 500;  ///< the least; weaker patterns are texture: pictures without a pattern stay below 500
};

/// The table of the struct.
template <>
STOCKHAM_IMAGING_API option_table<peak_options> options_of<peak_options>();

/// The peaks of the spectrum of a picture of {height, width}, real or integer, of at least 32 x 32 points, by falling
/// prominence. The picture is transformed without its mean under a Hann window. A peak is the largest of the 5 x 5
/// points around it; its surroundings are 17 x 17 points without those. The frequency is interpolated between points,
/// to about a tenth of 1 / side. Frequencies within 8 points of zero, which hold the content of pictures, are left out.
/// Throws argument_error, naming the option or "picture"; memory_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API std::vector<spectral_peak> find_peaks(const engine&, const array_view& picture,
                                                           const peak_options& = {});

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
