// The rewriting rules of the tensor language: how a problem may become a sequence of passes.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/problem.hpp"

namespace stockham::internal {

/// An axis split by Cooley-Tukey into digits: its length is their product, and the first digit is slowest in the input.
/// A pass transforms a digit in place. One pass of each axis also brings all its digits into the output's (reversed)
/// order: the first (formula 3 of Gu, Li, Siegel 2010, generalised as in their formula 8) or the last. Or every pass
/// moves its own digit behind the transformed ones (Stockham's indexing, as in AMD 2011). Axes that are transformed
/// back are not reordered.
struct axis_split {
    std::vector<std::uint64_t> digits;
    bool reorder_last = false;
    bool reorder_each = false;  ///< excludes reorder_last
};

/// How a digit is transformed: forward; forward, multiplied by a spectrum and inverse; or inverse.
enum class convolution_part { forward, multiply, inverse };

/// A digit that a pass transforms. The earlier pass applies the twiddle factors between two digits on store (decimation
/// in frequency). If the later digit is `in_time`, its pass applies them on load instead (decimation in time).
struct digit_name {
    std::size_t axis = 0;
    std::size_t digit = 0;
    convolution_part part = convolution_part::forward;
    bool in_time = false;
};

/// The result of the rules: one entry per pass with the digits that it transforms (of different axes: rule `group`).
struct pass_sequence {
    std::vector<axis_split> splits;
    std::vector<std::vector<digit_name>> passes;
};

bool operator==(const pass_sequence&, const pass_sequence&);

/// Rule `split`: the balanced ways to split n into digits of at most `longest` points in a tile. Empty if a prime
/// factor is too long.
std::vector<axis_split> splits(std::uint64_t n, std::uint64_t longest);

/// Rule `split`: other ways into two digits, or into three that differ by at most a factor of 16. They suit passes that
/// share a tile with another axis, or that want longer runs where points are far apart.
std::vector<axis_split> uneven_splits(std::uint64_t n, std::uint64_t longest);

/// Rules `commute` and `group`. `commute`: all orders of the axes (for more than three: the given order and its
/// reverse) that keep the digits of each axis in order and together, with real data first or last. `group`: all ways to
/// merge neighbouring passes of different axes whose digits have a product of at most `most_points`, into at most
/// `most_passes` passes. Axes that are transformed back share no pass, nor do two mapped axes, axes with real numbers
/// between them, or digits that are transformed by convolutions. Digits of one axis share a pass if the last of them is
/// a prime that Rader's algorithm transforms: then the prime is one more radix of the tile. The problem's policy may
/// interleave digits of different axes and set a least digit.
std::vector<pass_sequence> sequences(const problem&, const std::vector<axis_split>& splits, std::uint64_t most_points,
                                     std::size_t most_passes = ~std::size_t{0});

/// True if the sequence is valid for the problem: one that sequences() without bounds would return. For a complex
/// transform with plain axes, digits of different axes may also be in any order (formula 9 of Gu, Li, Siegel 2010).
bool is_sequence_of(const problem&, const pass_sequence&);

}  // namespace stockham::internal
