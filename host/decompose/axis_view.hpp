// One axis of a transform in one pass, as plain data: strides, phases and maps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decompose/axis_state.hpp"
#include "decompose/pass_problem.hpp"
#include "decompose/sequences.hpp"

namespace stockham::internal {

/// An axis with its state and strides before and after a pass.
struct axis_at_pass {
    const problem& p;
    std::size_t axis = 0;
    const std::vector<std::uint64_t>& digits;
    const std::vector<bool>& on_load;  ///< of each digit: its pass applies twiddle factors on load
    const axis_state &before, &after;
    std::uint64_t in_unit = 1, out_unit = 1;  ///< strides of the axis in memory, in elements
    std::uint64_t spectrum_unit = 0;          ///< its stride in the spectrum that the pass multiplies by; 0: none
    std::vector<digit_name> transformed;      ///< the digits that the pass transforms, in order
    /// No pass before has transformed another axis; all passes of the other axes come before.
    bool is_first_axis = false, is_last_axis = false;
};

/// A digit: the pass transforms it, or has a line for each of its points. A step along it adds to the phases of the
/// axis's transforms, in their order.
struct digit_view {
    iodim points;
    growth grows = {};
    phases phase{}, in_phase{};
};

/// A transform of one of the digits.
struct digit_transform_view {
    std::size_t digit = 0;
    std::uint64_t order = 1, in_order = 1;         ///< of its twiddle factors on store and on load
    std::optional<digit_convolution> convolution;  ///< of a digit without a chain
};

/// The digits of an axis. A whole axis that the pass does not transform is one digit.
struct axis_view {
    std::vector<digit_view> digits;
    std::vector<digit_transform_view> transforms;
    std::uint64_t in_held = 0, out_held = 0;  ///< points of a packed line's half spectrum in memory; 0: not packed
    std::optional<mapping> in_map, out_map;
    std::uint32_t real_period = 0;  ///< of its transforms
};

axis_view view_of(const axis_at_pass&);

/// Adds the transform, the other digits as lines, and the maps.
void add_axis(pass_problem&, const axis_view&);

}  // namespace stockham::internal
