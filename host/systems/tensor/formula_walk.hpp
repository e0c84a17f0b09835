// What the checks of a formula share: its steps with their axes and kernels, what is known of its axes so far, and
// refusals that quote a step.
#pragma once

#include <string>
#include <vector>

#include "systems/tensor/formula_check.hpp"

namespace stockham::internal {

/// For messages.
std::string text_of(std::uint64_t);
std::string axis_text(std::size_t axis);

struct formula_walk {
    formula_walk(const formula&, const std::vector<std::uint64_t>& lengths);

    /// Throw unsupported_error("formula", ..). The second names the step.
    [[noreturn]] void refuse(const std::string& why) const;
    [[noreturn]] void refuse(std::size_t step, const std::string& why) const;
    std::string step_text(std::size_t step) const;

    const std::vector<axis_reading::codelet>& codelets(std::size_t axis) const { return reading.axes[axis].codelets; }
    /// How many points of the axis a kernel transforms.
    std::uint64_t points_in(std::size_t kernel, std::size_t axis) const;

    const formula& f;
    const std::vector<std::uint64_t>& lengths;
    std::vector<std::uint64_t> unit;     ///< the stride of each axis
    std::vector<std::size_t> kernel_of;  ///< for each step
    std::vector<std::size_t> axis_of;    ///< for each step
    formula_reading reading;
};

}  // namespace stockham::internal
