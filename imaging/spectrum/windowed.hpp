// Spectra of pictures under a window.
#pragma once

#include <stockham/imaging/window.hpp>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

constexpr const char* spectrum_file = "imaging/cl/spectrum.cl";

/// A window along both axes and the trend that is subtracted before.
struct window_choice {
    imaging::window_shape shape = imaging::window_shape::none;
    bool symmetric = false;
    imaging::trend detrend = imaging::trend::none;

    bool changes() const noexcept { return shape != imaging::window_shape::none || detrend != imaging::trend::none; }
    /// Throws argument_error for a symmetric window without a shape.
    void check() const;
    std::vector<double> values(std::size_t n) const { return imaging::window_values(shape, n, symmetric); }
};

/// The half spectrum of a picture {height, width} without the trend, under the window.
device_array spectrum_of(device_work&, const device_array& picture, const window_choice&);

}  // namespace stockham::imaging_internal
