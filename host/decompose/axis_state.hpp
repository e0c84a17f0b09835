// The boundaries of a sequence: the state of all axes before the first pass, between passes, and after the last one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decompose/sequences.hpp"
#include "problem/form.hpp"

namespace stockham::internal {

/// Before its first pass and after its last one, an axis is whole: a row of points. In between, it is split into digits
/// of `sizes`. The first `sorted` digits are fastest and in the output's order, the others are in the input's order. A
/// digit that holds half a spectrum has size n / 2 + 1.
struct axis_state {
    bool whole = true;
    bool transformed = false;  ///< whole, between the passes of a convolved axis of one digit
    bool finished = false;
    std::uint64_t points = 1;          ///< in memory
    std::vector<std::uint64_t> sizes;  ///< of the digits in memory, unless whole
    std::size_t sorted = 0;
    std::vector<std::uint64_t> strides;  ///< of each digit, in points of the axis; digits of a whole axis are complete
};

/// True if the axis is transformed, multiplied and transformed back. Its digits stay in the input's order.
bool is_transformed_back(const problem&, std::size_t axis);

/// True if the problem is one axis of real numbers whose spectrum has all points, not only the first half.
bool makes_full_spectra(const problem&);

/// The states of an axis before the first pass and after each pass.
std::vector<axis_state> states_of(const problem&, const pass_sequence&, std::size_t axis);

/// True if the loop is one over kernels of a convolution, which reads the same signals for each index.
inline bool shares_signals(const problem& p, const iodim& loop) {
    return p.convolution && loop.is == 0;
}
/// The number of signals: the transforms of a problem, without loops that share signals.
std::uint64_t signals_of(const problem&);

/// The data in memory between two passes.
struct boundary {
    std::vector<axis_state> axes;
    memory_form form;
    bool of_signals = false;       ///< before a convolution's multiplication: one transform per signal, not per kernel
    std::uint64_t transforms = 1;  ///< in memory
    std::uint64_t elements = 1;    ///< of all transforms
};

/// One boundary before each pass of the sequence and one after the last.
std::vector<boundary> boundaries_of(const problem&, const pass_sequence&);

std::uint64_t product(const std::vector<std::uint64_t>& v, std::size_t begin, std::size_t end);

}  // namespace stockham::internal
