// Conditions of #ifs in a callback's text.
#pragma once

#include <optional>
#include <vector>

#include "kernel/callback/macros.hpp"

namespace stockham::internal {

/// The condition with macros replaced, also in `defined`. This is what the compiler reads.
std::vector<token> expanded_condition(macro_table&, const std::vector<token>&);

/// True if an expanded condition holds. Empty if only the compiler can tell, for example because it depends on names
/// that the text does not define, on unsigned numbers or on overflow.
std::optional<bool> value_of_condition(const macro_table&, const std::vector<token>&);

}  // namespace stockham::internal
