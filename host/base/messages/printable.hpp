// Escapes and cuts foreign text (from files, drivers, callers) for messages and terminals.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stockham::internal {

/// Writes control characters, direction marks and malformed UTF-8 as \xNN, byte by byte, and keeps other characters.
/// Cuts the text after `most` bytes: "abc.. (12 bytes more)". `keep` lists control characters to keep, such as "\n\t"
/// in a build log.
std::string printable(std::string_view text, std::size_t most = 2000, std::string_view keep = {});

/// The same in quotation marks and with a lower limit, to quote a word in an error.
std::string in_quotes(std::string_view text);

/// True if all of the text is valid UTF-8.
bool is_utf8(std::string_view text);

}  // namespace stockham::internal
