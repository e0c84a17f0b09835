// One axis of a transform in one pass: the lines and the transform that it adds to the pass problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decompose/axis_state.hpp"
#include "decompose/pass_problem.hpp"
#include "decompose/sequences.hpp"

namespace stockham::internal {

/// An axis with its states before and after the pass, where its elements are `in_unit` and `out_unit` apart.
class axis_view {
  public:
    axis_view(const problem&, const pass_sequence&, std::size_t axis, const axis_state& before, const axis_state& after,
              std::uint64_t in_unit, std::uint64_t out_unit);

    /// Adds the axis as independent lines, if the pass transforms none of its digits.
    void add_lines(pass_problem&) const;
    /// Adds the transform of this digit, and the other digits as lines.
    void add_transform(pass_problem&, const digit_name&) const;

  private:
    std::uint64_t in_stride(std::size_t digit) const;
    std::uint64_t out_stride(std::size_t digit) const;
    line_dim line_of(const pass_problem&, std::size_t digit) const;
    void set_growth(growth&, std::size_t digit) const;
    std::uint64_t natural_stride(std::size_t digit) const;
    std::uint64_t spectrum_unit() const;
    std::uint64_t spectrum_growth(std::size_t digit) const;
    std::uint64_t order(const digit_name&) const;
    std::uint32_t phase(const digit_name&, std::size_t digit) const;
    std::size_t last_towards(std::size_t digit) const;
    std::uint64_t in_order(const digit_name&) const;
    std::uint32_t in_phase(const digit_name&, std::size_t digit) const;
    std::uint64_t length() const;
    bool maps_input() const;
    bool reads_half() const;
    bool maps_output() const;
    bool folds() const;
    void map_input(pass_side&, growth&, const digit_name&) const;
    void map_output(pass_side&, growth&, const digit_name&) const;

    const problem& p_;
    const axis_role& role_;
    const std::vector<std::uint64_t>& digits_;
    std::size_t axis_;
    const axis_state &before_, &after_;
    std::uint64_t in_unit_, out_unit_;
    bool round_trip_;            // the axis is transformed forward, multiplied and transformed back
    std::vector<bool> in_time_;  // of each digit: its pass applies twiddle factors on load
};

}  // namespace stockham::internal
