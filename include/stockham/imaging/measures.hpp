// Measures of pictures: how sharp they are, and their power by frequency.
#pragma once

#include <cstddef>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/export.h>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// How sharp a picture is: each number is largest in focus, and comparable between pictures of one scene.
struct focus {
    double variance = 0;   ///< of the points, divided by their squared mean; 0 for a mean of 0
    double gradient = 0;   ///< mean squared difference of points two apart, along both axes (Brenner)
    double laplacian = 0;  ///< mean squared 5-point Laplacian
};

/// The focus of each picture of {height, width} or {pictures, height, width}, real, of at least 3 x 3 points. Throws
/// argument_error for the field "pictures" (shape; a point that is not finite); memory_error; opencl_error.
/// Thread-safe.
STOCKHAM_IMAGING_API std::vector<focus> measure_focus(const engine&, const array_view& pictures);

/// A ring of frequencies of a micrograph's power spectrum.
struct thon_ring {
    double frequency = 0;   ///< cycles per pixel
    double power = 0;       ///< mean power spectral density
    double background = 0;  ///< the power without oscillations: a smooth curve through its logarithm
    double contrast = 0;    ///< log(power / background): the oscillations of the contrast transfer function
};

/// The radial profile of the contrast transfer function (Thon rings): the mean periodogram of tiles of `tile` x `tile`
/// points that overlap by half, without the mean and under a periodic Hann window (Welch 1967), averaged over rings one
/// frequency bin wide, from 1 / tile to 0.5 cycles per pixel. The background is the logarithm's least-squares cubic in
/// the frequency's logarithm, fitted to the rings above `lowest` cycles per pixel. `picture` is {height, width}, real.
/// Throws argument_error for the fields "picture" (shape; a point that is not finite; all points equal), "tile" (below
/// 32, or larger than the picture), "lowest" (not from 0 to below 0.4); memory_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API std::vector<thon_ring> thon_rings(const engine&, const array_view& picture, std::size_t tile = 512,
                                                       double lowest = 0.02);

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
