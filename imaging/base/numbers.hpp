// Numbers between host and device: short tables in double on the host, in the precision of the work on the device.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "imaging/base/device_work.hpp"

namespace stockham::imaging_internal {

/// The elements of a real array, in double.
std::vector<double> read_numbers(device_work&, const device_array&);

/// A real or complex array of this shape with the numbers.
device_array make_numbers(device_work&, const extents& shape, const std::vector<double>& numbers);
device_array make_numbers(device_work&, const extents& shape, const std::vector<std::complex<double>>& numbers);

/// An array of 32-bit integers.
device_buffer make_integers(device_work&, const std::vector<cl_int>& numbers);

/// Item (lane, part) of a reduction: see imaging/cl/registration.cl. On CPUs neighbouring work-items take whole rows,
/// on others neighbouring points.
struct reduction_shape {
    std::size_t lanes, parts;
    explicit reduction_shape(const device_work&);
    std::size_t size() const noexcept { return lanes * parts; }
    /// The kernels' structure for pictures of this size.
    auto over(std::size_t height, std::size_t width) const {
        return structure(cl_uint(width), cl_uint(height), cl_uint(lanes), cl_uint(parts));
    }
};

/// exp(-2 pi i k by / n) for the frequencies of index 0 .. count - 1 of n points (the upper half of them negative): a
/// shift by `by`. For even n the Nyquist frequency is its own mirror image, so its factor is real.
std::vector<std::complex<double>> shift_factors(std::size_t n, std::size_t count, double by);

/// A Hann window of n points, 0.5 - 0.5 cos(2 pi (i + 1/2 - shift) / n). With the shift 0 it is symmetric and positive
/// everywhere, so that each point counts; with 1/2 it is scipy's periodic window.
std::vector<double> hann_window(std::size_t n, double shift = 0);

/// The rounding error of numbers from 0 to 1 in the precision.
double rounding(precision) noexcept;

}  // namespace stockham::imaging_internal
