// The names that a callback's text declares at file scope.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kernel/callback/tokens.hpp"

namespace stockham::internal {

/// Functions, variables, types, tags and enumerators declared in preprocessed code, in any branch of the remaining
/// #ifs. Includes tags and enumerators of inner scopes, whose renaming is harmless. Excludes names with two leading
/// underscores, which belong to the compiler. Marks members and attributes as tokens that keep their names. Throws
/// callback_error for an unclosed bracket.
std::set<std::string> declared_names(const std::string& callback, std::vector<token>& code);

}  // namespace stockham::internal
