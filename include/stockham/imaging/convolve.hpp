// Convolution and correlation of pictures and volumes with smaller arrays.
#pragma once

#include <stockham/imaging/array_view.hpp>
#include <stockham/imaging/boundary.hpp>
#include <stockham/imaging/engine.hpp>
#include <stockham/imaging/option_table.hpp>

namespace stockham {
inline namespace v0_2 {
namespace imaging {

/// Options of convolve().
struct convolve_options {
    bool correlate = false;                                   ///< do not flip the kernel
    imaging::boundary boundary = imaging::boundary::reflect;  ///< the values beyond the edges
    /// The kernel's first axis counts several kernels, and the result is the root of the sum of their squared
    /// convolutions, such as the magnitude of a gradient. The pictures must then fit the device.
    bool magnitude = false;
};

/// The table of the struct.
template <>
STOCKHAM_IMAGING_API option_table<convolve_options> options_of<convolve_options>();

/// Convolves pictures with a kernel of one to three axes, along their last axes; the axes before them count the
/// pictures. With the kernel's origin at n / 2 (rounded down) along each axis,
///   result[y][x] = sum_(j, i) kernel[j][i] pictures[y - (j - height / 2)][x - (i - width / 2)],
/// and + in place of - to correlate, as scipy.ndimage.convolve() and correlate(). The pictures are real, or integers
/// (array_view::number); the kernel is real, in the precision of the result and no larger than a picture. The result
/// has the shape of the pictures and may share memory with them.
///
/// The kernel's spectrum is kept by the engine for the next call. Pictures that do not fit the device go in tiles, or
/// with `wrap` in parts of their transform. Throws argument_error, naming the option or array (pictures, kernel,
/// result); memory_error; opencl_error. Thread-safe.
STOCKHAM_IMAGING_API void convolve(const engine&, const array_view& pictures, const array_view& kernel,
                                   const array_view& result, const convolve_options& = {});

}  // namespace imaging
}  // namespace v0_2
}  // namespace stockham
