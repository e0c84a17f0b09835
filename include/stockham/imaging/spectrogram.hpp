// Short-time Fourier transforms of signals, and transforms of a part of the frequencies.
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/export.h>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// A short-time Fourier transform, as in scipy.signal.ShortTimeFFT. With the window w of M points, slice p multiplies
/// the samples k = p hop - M / 2 (rounded down) + j, j = 0 .. M - 1, by w[j]; samples outside the signal are 0.
struct stft_description {
    std::vector<double> window = {};  ///< M points; not all 0
    std::size_t hop = 0;              ///< samples from one slice to the next; 1 or more
    std::size_t length = 0;           ///< points of each transform, at least M; 0: M
    /// Phases refer to the sample p hop + phase_shift of each slice; without a value, to the first one of its window.
    std::optional<long> phase_shift = 0;
    /// Factor of the values, such as 1 / (sum of the window) to show amplitudes.
    double scale = 1;

    std::size_t points() const noexcept { return length == 0 ? window.size() : length; }  ///< of each transform
    std::size_t bins() const noexcept { return points() / 2 + 1; }  ///< frequencies 0 .. points() / 2
};

/// The slices that touch a signal: from the first to one past the last.
struct slice_range {
    long first = 0;                                                                       ///< 0 or below
    long end = 0;                                                                         ///< above first
    std::size_t count() const noexcept { return static_cast<std::size_t>(end - first); }  ///< slices
};

/// The range of slices in which a nonzero point of the window meets one of `samples` samples. Throws argument_error for
/// the fields "window" (empty, all 0, not finite, longer than the signal), "hop" (0), "length" (below the window).
/// Thread-safe.
STOCKHAM_IMAGING_API slice_range slices_of(const stft_description&, std::size_t samples);

/// The transforms of signals {samples} or {signals, samples}, real: output {bins, slices} or {signals, bins, slices},
/// complex, of the same precision, with the slices of slices_of(). Throws as slices_of(), and argument_error for the
/// fields "signal" (shape; a sample that is not finite) and "output"; memory_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API void stft(const engine&, const array_view& signal, const stft_description&,
                               const array_view& output);

/// The window with which inverse_stft() adds up slices: w / (sum over p of |w shifted by p hop|^2). Throws
/// argument_error (field "hop") if that sum is 0 somewhere, so that the transform cannot be inverted. Thread-safe.
STOCKHAM_IMAGING_API std::vector<double> dual_window(const stft_description&);

/// Inverts stft(): the signals {samples} or {signals, samples} from `slices`, {bins, slices} or {signals, bins, slices}
/// with the slices of slices_of() for as many samples. Throws as stft() and dual_window(). Thread-safe.
STOCKHAM_IMAGING_API void inverse_stft(const engine&, const array_view& slices, const stft_description&,
                                       const array_view& signal);

/// The chirp z-transform along the last axis, as scipy.signal.czt: output[k] = sum over n of x[n] z[k]^-n at the points
/// z[k] = a * w^-k, for as many k as the output's last axis has. `x` is real or complex, {points} or {lines, points};
/// the output is complex, of the same precision. Throws argument_error for the fields "x", "output" (shape, precision),
/// "w", "a" (0 or not finite); memory_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API void chirp_z(const engine&, const array_view& x, std::complex<double> w, std::complex<double> a,
                                  const array_view& output);

/// The spectrum from the frequency `low` to `high` in cycles per point: output[k] is that at low + k (high - low) / m
/// for the m points of the output's last axis; with `endpoint`, at low + k (high - low) / (m - 1). As
/// scipy.signal.zoom_fft with fs = 1. Throws as chirp_z(), with the field "frequencies" for numbers that are not
/// finite.
STOCKHAM_IMAGING_API void zoom(const engine&, const array_view& x, double low, double high, bool endpoint,
                               const array_view& output);

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
