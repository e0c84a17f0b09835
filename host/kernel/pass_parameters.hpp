// What a pass's kernel takes beside its buffers and numbers: tables above all.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "launch/launch.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

/// A parameter of the kernel beside its buffers and numbers.
struct parameter {
    std::string type;  // a pointer's, "restrict" may follow
    std::string name;
    argument value;
};

/// In the order of the kernel's arguments: tables, and what the sides and the spectrum want.
std::vector<parameter> parameters_of(const pass_step&);

/// Splits the indices below `order` into halves of about the same size: entries of the coarse and the fine table.
unsigned split_of(std::uint64_t order);

/// What an inter-pass twiddle's phase grows by from lane to lane.
std::uint32_t lane_growth(const pass_step&, const inter_pass_twiddle&);

/// The order of the root whose powers the legs of a butterfly with inter-pass twiddles differ by, if a table of them
/// all is small enough to stay in a cache; else 0.
std::uint64_t powers_order(const pass_step&, const inter_pass_twiddle&);

}  // namespace stockham::internal
