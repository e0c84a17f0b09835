// Tokens of a callback's text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stockham::internal {

struct token {
    std::string text;  ///< without the line ends of continued lines; digraphs replaced
    std::size_t at;    ///< where it begins in the text
    std::size_t line;  ///< in the callback's text, counted from 1
    bool begins_line;  ///< first token of its line; continued lines count as one
    bool spaced;       ///< white space or a comment precedes it
    bool keeps_name;   ///< not an identifier at file scope, for example a member or a macro's parameter
};

/// True if it is an identifier or a keyword.
bool is_name(const token&);
bool is_qualifier(const std::string& word);
bool is_basic_type(const std::string& word);
/// Words that are no part of a declaration, with the brackets that follow.
bool is_reserved(const std::string& word);
bool opens(const std::string& mark);
bool closes(const std::string& mark);
/// True if `at` is before the end and has this text.
bool is_text(const token* at, const token* end, const char* text);
/// The bracket that closes the one at `at`; `end` if there is none.
token* closing(token* at, token* end);

/// Throws callback_error with the build log "CALLBACK:LINE: error: WHY".
[[noreturn]] void refuse_callback(const std::string& callback, std::size_t line, const std::string& why);

/// The text with "\n" for each line end. Removes blanks between a backslash and the line end: compilers differ there.
std::string with_line_ends(const std::string& text);

/// Splits such a text. Operators without meaning for names become single characters. Throws callback_error for an
/// unterminated comment, a zero byte, a trigraph and _Pragma.
std::vector<token> tokens_of(const std::string& callback, const std::string& text);

}  // namespace stockham::internal
