// Preprocesses a callback's text as far as possible without the compiler.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernel/callback/tokens.hpp"

namespace stockham::internal {

/// The text for the compiler. The text's own macros are replaced, and every #if that depends only on them is resolved.
/// Other #ifs remain, and so do macros defined in them.
struct preprocessed_text {
    std::vector<token> code;
    std::vector<token> first_reading;  ///< `code` with macros left to the compiler also replaced, each by its latest
                                       ///< definition; may end early
    std::set<std::string> macros;      ///< names that the text defines or undefines as macros
    std::set<std::string> left;        ///< those of `macros` that the compiler replaces
    bool contracts = false;            ///< contains #pragma OPENCL FP_CONTRACT
};

/// `given` lists predefined macros and their replacements. Throws callback_error for directives that would affect code
/// outside the text (#include, unknown pragmas, an #if without #endif) and for malformed macros.
preprocessed_text preprocess(const std::string& callback, const std::string& text,
                             const std::vector<std::pair<std::string, std::string>>& given);

}  // namespace stockham::internal
