// What the methods of deconvolution share: the blur of a tile, and where a method reports its progress.
#pragma once

#include <cstddef>
#include <functional>

#include <stockham/imaging/deconvolve.hpp>

#include "imaging/base/device_work.hpp"
#include "imaging/base/frame.hpp"

namespace stockham::imaging_internal {

/// A picture, or a tile of one, on the device.
struct blurred_tile {
    device_array picture;
    extents frame;      ///< lengths of the periodic frame that the tile is computed in
    device_array psf;   ///< not yet in the frame
    double psf_factor;  ///< 1, or 1 / the sum of the point-spread function
    double largest;     ///< the largest magnitude of the whole picture
    double mean;        ///< of the whole picture
};

/// The spectrum of the point-spread function in the frame.
device_array psf_spectrum(device_work&, const blurred_tile&);

/// Called after each step of a tile with its number, from 1, and the relative change; throws cancelled_error.
using step_function = std::function<void(std::size_t done, double change)>;

/// The estimate for the whole frame.
device_array wiener(device_work&, const blurred_tile&, const imaging::deconvolution_options&,
                    imaging::deconvolution_report&);
/// The same.
device_array richardson_lucy(device_work&, const blurred_tile&, const imaging::deconvolution_options&,
                             imaging::deconvolution_report&, const step_function&);

/// Bytes of device memory that these take for a frame.
std::size_t wiener_bytes(const extents& tile, const extents& frame, precision);
std::size_t richardson_lucy_bytes(const extents& tile, const extents& frame, precision,
                                  const imaging::deconvolution_options&);

}  // namespace stockham::imaging_internal
