// Cross-correlation of arrays with any number of axes, and its highest point.
#pragma once

#include <complex>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/export.h>
#include <stockham/imaging/registration.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// Options of find_correlation_peak().
struct correlation_options {
    imaging::normalisation normalisation =
        imaging::normalisation::phase;  ///< products of spectra: their phases, or all of them
    double upsampling = 1;              ///< 1 / the distance of the shifts that are compared; 1 to 1000
    bool spectra = false;               ///< the arrays are spectra, complex
    bool disambiguate = false;  ///< choose among shifts that differ by an array's side the one that correlates best
};

/// The highest point of a cross-correlation. Both arrays are divided by the root of the number of points.
struct correlation_peak {
    std::vector<double> shift;   ///< along each axis: moving the array `moving` by it lays it on `reference`
    std::complex<double> value;  ///< of the correlation there
    double reference_power = 0;  ///< sum of squared magnitudes
    double moving_power = 0;     ///< sum of squared magnitudes
    bool is_ambiguous = false;   ///< `disambiguate` found no overlap that varies
};

/// The shift between two arrays of one shape, of 1 to 4 axes, real or complex, by the circular cross-correlation
/// (Guizar-Sicairos, Thurman, Fienup 2008): its highest point among whole shifts, then among shifts 1 / upsampling
/// apart, at which the discrete Fourier transform is computed as a product of matrices. find_registration() is better
/// for pictures with noise, new content at the edges or turns. Arrays that are not finite give a value that is not,
/// either. Throws argument_error for the fields "reference", "moving" (shapes, types), "upsampling"; memory_error;
/// opencl_error. Thread-safe.
STOCKHAM_IMAGING_API correlation_peak find_correlation_peak(const engine&, const array_view& reference,
                                                            const array_view& moving, const correlation_options& = {});

/// The circular cross-correlation of two real arrays of one shape, of 1 to 4 axes, normalised or not: a real array
/// of the same shape and precision. The shift of `moving` against `reference` is the place of the highest point; shift
/// 0 is at n / 2 (rounded down) of each axis. By phase, the value is 1 at a shift that explains everything. Throws as
/// above, and for the field "output". Thread-safe.
STOCKHAM_IMAGING_API void correlation_surface(const engine&, const array_view& reference, const array_view& moving,
                                              normalisation, const array_view& output);

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
