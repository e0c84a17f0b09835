// The names that a callback's text declares at file scope.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kernel/callback/tokens.hpp"

namespace stockham::internal {

/// Functions, variables, types, tags and enumerators declared in preprocessed code, in any branch of an #if that is
/// left to the compiler. Tags and enumerators of inner scopes are among them: they are renamed without harm. What
/// begins with two underscores is the compiler's. Marks members and attributes as tokens that keep their names. Throws
/// callback_error for a bracket without an end.
std::set<std::string> declared_names(const std::string& callback, std::vector<token>& code);

}  // namespace stockham::internal
