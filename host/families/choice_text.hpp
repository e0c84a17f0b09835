// Choices as the options of a plan string.
#pragma once

#include <string>
#include <vector>

#include "families/common/family.hpp"

namespace stockham::internal {

/// The options that differ from their defaults, each after a space; the one that marks the family is always included.
std::string to_string(const pass_choice&);

/// The choice with these options: of the family that one of them marks, else of this family. Throws
/// argument_error("plan", ..) that quotes an invalid part, and unsupported_error("plan string", ..) for an option that
/// the family does not have, naming the pass by its number.
pass_choice parse_choice(const std::vector<std::string>& options, const kernel_family&, std::size_t pass = 1);

}  // namespace stockham::internal
