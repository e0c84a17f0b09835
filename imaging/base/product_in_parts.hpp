// Products of spectra of pictures that do not fit the device.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <stockham/imaging/boundary.hpp>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// The periodic array that continues a picture: it has these lengths, and the picture is `before` points from its
/// start.
struct continuation {
    extents lengths, before;
    imaging::boundary beyond = imaging::boundary::wrap;
};

/// Transforms the continued picture in host memory by parts (stockham/out_of_core.hpp), multiplies its spectrum, a
/// block of rows at a time, and writes the picture's part of the inverse transform to the result. `forward` is r2c,
/// dct2 or dct1. `factors(first, rows)` returns the factors of rows of the spectrum: real, or complex for r2c, which
/// are conjugated for `correlate`.
struct product_in_parts {
    continuation continued;
    stockham::kind forward = kind::r2c;
    std::function<device_array(std::size_t first, std::size_t rows)> factors;
    bool correlate = false;

    void run(device_work&, const imaging::array_view& picture, const imaging::array_view& result) const;
};

/// The half spectrum of a kernel in host memory, within these lengths and with its origin at the first point.
class kernel_spectrum {
  public:
    kernel_spectrum(device_work&, const imaging::array_view& kernel, const extents& lengths);
    /// Some rows of it on the device.
    device_array rows(device_work&, std::size_t first, std::size_t rows) const;

  private:
    std::size_t columns_, element_bytes_;
    std::vector<char> bytes_;
};

}  // namespace stockham::imaging_internal
