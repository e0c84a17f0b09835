// The names in a callback's text.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "kernel/callback/tokens.hpp"

namespace stockham::internal {

struct callback_names {
    /// At file scope, in any branch of the #ifs; also arguments of macros that declare their parameter, and tags and
    /// enumerators of inner scopes, whose renaming is harmless.
    std::set<std::string> declared;
    std::set<std::string> macros;  ///< defined or undefined
    bool contracts = false;        ///< the text has a #pragma OPENCL FP_CONTRACT
};

/// Marks tokens that keep their names. Throws callback_error for directives that reach beyond the text, and for an
/// unclosed bracket or #if.
callback_names names_of(const std::string& callback, std::vector<token>&);

}  // namespace stockham::internal
