// The branches of a callback's text whose #if the compiler decides.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernel/callback/tokens.hpp"

namespace stockham::internal {

/// Calls `use` with the places of the tokens outside of directives, one branch chosen of each #if, until each branch
/// was chosen; an #if without an #else has an empty branch more. Throws callback_error for more than 1000 choices.
void for_each_choice(const std::string& callback, const std::vector<token>& code,
                     const std::function<void(const std::vector<std::size_t>&)>& use);

}  // namespace stockham::internal
