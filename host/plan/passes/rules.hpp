// The rewriting rules of the tensor language: how a problem may become a sequence of passes.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/problem.hpp"

namespace stockham::internal {

/// An axis split by Cooley-Tukey into digits: its length is their product, the first digit slowest in the input. A pass
/// transforms a digit where it lies; one pass an axis also brings all its digits into the output's (reversed) order:
/// its first (formula 3 of Gu, Li, Siegel 2010, generalised as in their formula 8) or its last; or every pass brings
/// its own digit there, behind those before it (Stockham's indexing, that of AMD 2011). An axis that goes to a spectrum
/// and back needs none of this.
struct axis_split {
    std::vector<std::uint64_t> digits;
    bool reorder_last = false;
    bool reorder_each = false;  ///< excludes reorder_last
};

/// Which way a digit is transformed: towards the spectrum; there, multiplied, and back; or back.
enum class convolution_part { forward, multiply, inverse };

/// Which digit of which axis a pass transforms. The twiddle factors between two digits are multiplied in by the pass of
/// the earlier one on its way out (decimation in frequency) or, `in_time`, by that of the later one on its way in.
struct digit_name {
    std::size_t axis = 0;
    std::size_t digit = 0;
    convolution_part part = convolution_part::forward;
    bool in_time = false;
};

/// The rules' result: one entry a pass, each the digits it transforms (of different axes: the rule `group`).
struct pass_sequence {
    std::vector<axis_split> splits;
    std::vector<std::vector<digit_name>> passes;
};

/// Rule `split`: the balanced ways to split n into digits of which a tile holds no more than `longest` points; none
/// where a prime factor is too long for that.
std::vector<axis_split> splits(std::uint64_t n, std::uint64_t longest);

/// Rule `split`, other ways into two digits, and into three that differ by at most a factor of 16: one pass takes what
/// another axis leaves room for, or longer runs where its points lie far apart.
std::vector<axis_split> uneven_splits(std::uint64_t n, std::uint64_t longest);

/// Rules `commute` and `group`: all orders of the axes (of more than three, the one that they have and its reverse)
/// that keep an axis's digits in order and together (real data come first, or last), and all ways to merge neighbouring
/// passes of different axes whose digits' product is at most `most_points`, into no more than `most_passes`. Axes that
/// go to a spectrum and back share no pass, nor do two whose points are not simply where their strides say, nor any
/// that have real numbers between them, nor digits that are transformed by convolutions. A published system
/// may have digits of different axes in any order, and none below a least one (plan/published.hpp).
std::vector<pass_sequence> sequences(const problem&, const std::vector<axis_split>& splits, std::uint64_t most_points,
                                     std::size_t most_passes = ~std::size_t{0});

/// Whether sequences() with no bounds would have it among its results; or whether, of a complex transform whose axes
/// are plain, it keeps the digits of each axis in order, in passes of their own, those of different axes in any order
/// (rule `commute` to the full: formula 9 of Gu, Li, Siegel 2010).
bool is_sequence_of(const problem&, const pass_sequence&);

}  // namespace stockham::internal
