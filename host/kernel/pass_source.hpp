// What the sources of kernels have in common, be they of one pass or of several.
#pragma once

#include <cstdint>
#include <string>

#include "kernel/pass_text.hpp"
#include "launch/kernel_text.hpp"
#include "launch/launch.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

/// The numbers of the step's launch `which`.
pass_index::pass_numbers numbers_of(const pass_step&, std::uint64_t which = 0);

argument scale_argument(const pass_step&);

/// The buffers as parameters.
std::string buffer_parameters(const pass_step&);

void add_pieces(kernel_text&, const pass_text&);

/// Whether matrix units may have to be emulated, which takes local memory.
bool multiplies_by_units(const pass_step&);

/// Where scratch of emulated matrix units comes first.
std::string scratch_lines(const pass_step&);

}  // namespace stockham::internal
