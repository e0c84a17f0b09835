// Common parts of kernels with one pass and with several.
#pragma once

#include <cstdint>
#include <string>

#include "kernel/pass_text.hpp"
#include "launch/kernel_text.hpp"
#include "launch/launch.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// The kernel argument pass_numbers of the step's launch `which`.
pass_index::pass_numbers numbers_of(const pass_step&, std::uint64_t which = 0);

argument scale_argument(const pass_step&);

/// The start of a kernel's declaration. `work_items`: a number or a macro; `sub_group`: as in pass_text.
std::string kernel_start(const std::string& work_items, unsigned sub_group);

/// Adds the files of a pass, after its constants.
void add_files(kernel_text&, const pass_text&);

}  // namespace stockham::internal
