// The branches of #ifs in a callback's text that are left to the compiler.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernel/callback/tokens.hpp"

namespace stockham::internal {

/// Calls `use` with the indices of the tokens outside directives, with one branch of each #if, until every branch has
/// been used. An #if without #else has an additional empty branch. Throws callback_error for more than 1000 choices.
void for_each_choice(const std::string& callback, const std::vector<token>& code,
                     const std::function<void(const std::vector<std::size_t>&)>& use);

}  // namespace stockham::internal
