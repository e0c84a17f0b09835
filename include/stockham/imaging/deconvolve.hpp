// Deconvolution: removes a known blur from a picture or a volume.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/boundary.hpp>
#include <stockham/imaging/engine.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// How a blur is removed.
enum class deconvolution_method {
    wiener,          ///< one linear filter: conj(H) / (|H|^2 + balance |L|^2), L is the Laplacian
    richardson_lucy  ///< iterations for non-negative pictures with Poisson noise
};

/// Options of deconvolve(). Those of the other method must keep their defaults.
struct deconvolution_options {
    deconvolution_method method = deconvolution_method::richardson_lucy;  ///< how the blur is removed

    /// The values beyond the edges. Empty: Richardson-Lucy estimates them, with weights for how much of the blur of
    /// each point the picture has (Bertero and Boccacci 2005), so that edges cause no ringing; Wiener takes `reflect`.
    /// `nearest`, `reflect` and `mirror` continue the picture for twice the extent of the blur and fade one side into
    /// the other; `wrap` is periodic with the picture's own size; `constant` is 0.
    std::optional<boundary> beyond;

    /// Divide the point-spread function by its sum. Otherwise its numbers are the weights.
    bool normalise_psf = true;

    /// Wiener: weight of smoothness against fidelity, above 0. Empty: that with the least expected error for `noise`,
    /// or without a known noise that of generalised cross validation (Golub, Heath, Wahba 1979).
    std::optional<double> balance;

    /// Standard deviation of the noise in units of the picture, above 0. Wiener: chooses the balance. Richardson-Lucy:
    /// the iterations stop when the blurred estimate differs from the picture by no more than this (root mean square).
    std::optional<double> noise;

    std::size_t iterations = 30;  ///< Richardson-Lucy: at most this many, 1 or more

    /// Richardson-Lucy: predict each estimate along the direction of the last steps (Biggs and Andrews 1997). The same
    /// sharpness takes a third to a tenth of the iterations.
    bool accelerate = false;

    /// Richardson-Lucy: weight of the total variation (Dey et al. 2006), 0 to 0.1; typically 0.002. It keeps noise from
    /// growing into grain.
    double total_variation = 0;

    /// Richardson-Lucy: stop when an iteration changes the estimate by no more than this, relative to the estimate
    /// (root mean square); 0: do not compare.
    double tolerance = 0;

    /// Richardson-Lucy: the constant first estimate, above 0. Empty: the mean of the picture.
    std::optional<double> start;

    /// Richardson-Lucy: keep the negative numbers of the picture, like scikit-image, although they make the iterations
    /// unstable. Otherwise they count as 0.
    bool negative = false;

    /// Richardson-Lucy: where the blurred estimate is below this, the ratio of picture and estimate counts as 0; 0:
    /// never.
    double least_estimate = 0;

    /// Bytes of device memory that the work may use; 0: engine::memory(). Pictures that need more are computed in
    /// tiles.
    std::size_t memory = 0;

    /// Points by which neighbouring tiles overlap on each side, one number per axis; empty: the extent of the
    /// point-spread function. The results there are discarded.
    std::vector<std::size_t> overlap;

    /// Called after each iteration of each tile (Wiener: after each tile). progress::change is the relative change of
    /// the estimate if `tolerance` is above 0.
    progress_function progress;
};

/// What deconvolve() did.
struct deconvolution_report {
    std::size_t iterations = 0;        ///< Richardson-Lucy: the most that a tile took
    double balance = 0;                ///< Wiener: of the last tile
    double change = 0;                 ///< Richardson-Lucy: the last relative change, if `tolerance` is above 0
    std::size_t tiles = 1;             ///< 1: the whole picture at once
    std::vector<std::size_t> overlap;  ///< points on each side of a tile, per axis
};

/// Removes the blur `psf` from `picture` and writes the estimate to `result`.
///
/// All are real and of one precision, which is that of the computation. The picture has one to three axes, the
/// point-spread function as many, with its origin at n / 2 (rounded down) along each, and at most the points of the
/// picture. The result has the shape of the picture and may share memory with it; in several tiles, the picture is then
/// copied to host memory first. Arrays may each be in host memory or in buffers of the engine's context.
///
/// Throws argument_error, naming the member or the array (picture, psf, result): other shapes or precisions, NaN or
/// infinite numbers, a sum of the point-spread function that is not above 0, a flat picture whose noise is to be
/// estimated, options out of range; unsupported_error (rule "double precision"); memory_error if the smallest tile does
/// not fit; cancelled_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API deconvolution_report deconvolve(const engine&, const array_view& picture, const array_view& psf,
                                                     const array_view& result, const deconvolution_options& = {});

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
