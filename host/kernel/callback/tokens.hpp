// A callback's text as the preprocessor's tokens, and tokens as text again.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace stockham::internal {

struct token {
    std::string text;
    std::size_t line = 0;          ///< of the callback's text, counted from 1
    bool begins_line = false;      ///< no token precedes it in its line, where continued lines are one
    bool spaced = false;           ///< white space or a comment stands before it
    bool directive = false;        ///< part of a directive that the compiler reads
    bool keeps_name = false;       ///< not an identifier at file scope: a member, a parameter of a macro and the like
    std::set<std::string> hidden;  ///< the macros it was made by, which do not expand in it
};

/// Identifiers and keywords.
bool is_name(const token&);

/// Throws callback_error, whose build log is "CALLBACK:LINE: error: WHY".
[[noreturn]] void refuse_callback(const std::string& callback, std::size_t line, const std::string& why);

/// Comments are left out, continued lines joined, digraphs replaced. Throws callback_error for a comment without an
/// end, a zero byte and a trigraph.
std::vector<token> tokens_of(const std::string& callback, const std::string& text);

/// Text in which each token that can stands in its own line, each directive in a line of its own.
std::string text_of(const std::vector<token>&);

}  // namespace stockham::internal
