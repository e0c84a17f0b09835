// The description of a transform: what to compute, on which layout. No device is involved.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <stockham/export.hpp>

namespace stockham {

enum class precision { f32, f64 };
enum class direction { forward, inverse };
enum class placement { out_of_place, in_place };

/// How to compute: `automatic` lets the planner choose; `row_transpose` demands row FFT, transpose, row FFT,
/// transpose (2-D only), the scheme of "2D Complex to Complex FFT for AMD GPUs" (AMD, 2011).
enum class algorithm { automatic, row_transpose };

/// Where the elements of one side lie, counted in complex elements (two reals each) of its buffer:
/// element (i_0, .., i_{d-1}) of transform b is at `offset + b * distance + sum_k i_k * strides[k]`.
/// `strides` has one entry an axis, slowest first like the lengths; empty means packed (row-major, no gaps).
/// `distance` 0 means packed: the product of the lengths for packed strides, else the extent of one transform.
struct layout {
    std::vector<std::size_t> strides;
    std::size_t distance = 0;
    std::size_t offset = 0;
};

/// A batch of complex-to-complex transforms, interleaved real and imaginary parts:
///   out[k] = scale * sum_n in[n] * exp(sign * 2 pi i * (k_0 n_0 / N_0 + ..)), sign -1 forward, +1 inverse.
/// Lengths are given slowest axis first (a picture is {height, width}); each must be a power of two from 1 to
/// 2^26. In place, both layouts must be the same. A plain value: copy it, compare its strings.
struct transform {
    std::vector<std::size_t> lengths;
    std::size_t batch = 1;
    stockham::precision precision = stockham::precision::f32;
    stockham::direction direction = stockham::direction::forward;
    stockham::placement placement = stockham::placement::out_of_place;
    double scale = 1.0;
    layout input;
    layout output;
    stockham::algorithm algorithm = stockham::algorithm::automatic;
};

/// The problem string, e.g. `c2c f32 1024x1024 b8 in inv scale=0.5`; it names a transform everywhere: in plans,
/// logs, errors and tests. Fields that have their default value are left out. Grammar, in any order after `c2c`:
///   c2c f32|f64 N[xN..] [bBATCH] [in|out] [fwd|inv] [is=S[,S..]] [os=S[,S..]] [id=D] [od=D] [io=O] [oo=O]
///   [scale=X] [algorithm=row_transpose]
/// where is/os are the input and output strides, id/od the distances and io/oo the offsets.
STOCKHAM_API std::string to_string(const transform&);

/// Reads a problem string. Throws argument_error that names the part it does not understand. The result is not
/// checked further: check() does that.
STOCKHAM_API transform parse_transform(std::string_view text);

/// Throws argument_error for a transform that no device could run: no lengths or a length of 0, batch 0, an
/// overflow, strides that overlap, layouts that differ in place; unsupported_error for lengths beyond the library.
STOCKHAM_API void check(const transform&);

/// The number of elements a buffer must hold, counted from its start: one more than the highest element that the
/// given side of the transform touches. Throws what check() throws.
STOCKHAM_API std::size_t input_extent(const transform&);
STOCKHAM_API std::size_t output_extent(const transform&);

/// Bytes of one complex element: 8 or 16.
constexpr std::size_t element_size(precision p) noexcept {
    return p == precision::f32 ? 8 : 16;
}

}  // namespace stockham
