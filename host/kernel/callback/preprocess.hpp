// A callback's text preprocessed, as far as that can be done without the compiler.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernel/callback/tokens.hpp"

namespace stockham::internal {

/// The compiler reads this instead of a text. The text's macros are replaced, and each #if is decided that depends on
/// them alone. Other #ifs stay, as do the macros that are defined in them.
struct preprocessed_text {
    std::vector<token> code;
    std::vector<token> first_reading;  ///< the same with the macros that are left to the compiler replaced, each by its
                                       ///< last definition so far; it may end early
    std::set<std::string> macros;      ///< names that the text defines or undefines as macros
    std::set<std::string> left;        ///< of these, the macros that the compiler replaces
    bool contracts = false;            ///< has a #pragma OPENCL FP_CONTRACT
};

/// `given`: macros that are defined before the text begins, and what each of them stands for. Throws callback_error for
/// what would reach beyond the text (#include, a pragma that is not known, an #if without an end) and for macros that
/// are not well-formed.
preprocessed_text preprocess(const std::string& callback, const std::string& text,
                             const std::vector<std::pair<std::string, std::string>>& given);

}  // namespace stockham::internal
