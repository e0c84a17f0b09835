// The rewriting rules of the tensor language: how a problem may become a sequence of passes.
#pragma once

#include <cstdint>
#include <vector>

#include "planner/pass_problem.hpp"
#include "tensor/problem.hpp"

namespace stockham {

/// An axis split by Cooley-Tukey into digits: its length is their product, the first digit slowest in the input. A pass
/// transforms a digit where it lies; one pass an axis also brings all its digits into the output's (reversed) order:
/// its first (formula 3 of Gu, Li, Siegel 2010, generalised as in their formula 8) or its last.
struct axis_split {
    std::vector<std::uint64_t> digits;
    bool reorder_last = false;
};

/// Which digit of which axis a pass transforms.
struct digit_name {
    std::size_t axis = 0;
    std::size_t digit = 0;
};

/// The rules' result: one entry a pass, each the digits it transforms (of different axes: the rule `group`).
struct pass_sequence {
    std::vector<axis_split> splits;
    std::vector<std::vector<digit_name>> passes;
};

/// Rule `split`: the balanced ways to split n into digits no longer than `longest`.
std::vector<axis_split> splits(std::uint64_t n, std::uint64_t longest);

/// Rule `split`, other ways into two digits, and into three that differ by at most a factor of 16: one pass takes what
/// another axis leaves room for, or longer runs where its points lie far apart.
std::vector<axis_split> uneven_splits(std::uint64_t n, std::uint64_t longest);

/// Rules `commute` and `group`: all orders of the axes that keep an axis's digits in order and together, and all ways
/// to merge neighbouring passes of different axes whose digits' product is at most `most_points`, into no more than
/// `most_passes`.
std::vector<pass_sequence> sequences(const std::vector<axis_split>& splits, std::uint64_t most_points,
                                     std::size_t most_passes = ~std::size_t{0});

/// Where the elements lie between passes: a buffer, and the strides of whole axes and of the batch within it.
struct memory_place {
    buffer where = buffer::output;
    std::uint64_t offset = 0;
    std::vector<std::uint64_t> axis_stride;
    std::uint64_t distance = 0;
};

/// The three places of a problem: input, output, and a packed workspace. In place, the input is the output.
struct memory_places {
    memory_place input, output, workspace;
};
memory_places places_of(const problem&);

/// The pass problems of a sequence, with buffers chosen so that the workspace is used only if it must be.
/// `uses_workspace` tells whether it is.
std::vector<pass_problem> passes_of(const problem&, const pass_sequence&, const memory_places&, bool& uses_workspace);

}  // namespace stockham
