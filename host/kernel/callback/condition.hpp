// The value of an #if of a callback's text.
#pragma once

#include <optional>
#include <vector>

#include "kernel/callback/macros.hpp"

namespace stockham::internal {

/// The condition with macros replaced, also in `defined`: what the compiler is given.
std::vector<token> expanded_condition(macro_table&, const std::vector<token>&);

/// Whether an expanded condition holds. Nothing where only the compiler knows: it depends on names that the text does
/// not define, or on unsigned numbers, overflow and the like.
std::optional<bool> value_of_condition(const macro_table&, const std::vector<token>&);

}  // namespace stockham::internal
