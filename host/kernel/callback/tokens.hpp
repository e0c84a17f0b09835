// Preprocessor tokens of a callback's text.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace stockham::internal {

struct token {
    std::string text;
    std::size_t line = 0;          ///< in the callback's text, counted from 1
    bool begins_line = false;      ///< first token of its line; continued lines count as one
    bool spaced = false;           ///< white space or a comment precedes it
    bool directive = false;        ///< part of a directive that the compiler reads
    bool keeps_name = false;       ///< not an identifier at file scope, for example a member or a macro's parameter
    std::set<std::string> hidden;  ///< macros that produced it and do not expand in it again
};

/// True if it is an identifier or a keyword.
bool is_name(const token&);

/// Throws callback_error with the build log "CALLBACK:LINE: error: WHY".
[[noreturn]] void refuse_callback(const std::string& callback, std::size_t line, const std::string& why);

/// Removes comments, joins continued lines and replaces digraphs. Throws callback_error for an unterminated comment, a
/// zero byte and a trigraph.
std::vector<token> tokens_of(const std::string& callback, const std::string& text);

/// The tokens as text. Tokens keep their line numbers if possible; each directive gets a line of its own.
std::string text_of(const std::vector<token>&);

}  // namespace stockham::internal
