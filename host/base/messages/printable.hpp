// Text of others (files, drivers, callers) made fit for a terminal and for a message: escaped, and cut.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stockham::internal {

/// The text with control characters, direction marks and bytes that are no UTF-8 written as \xNN, each by its bytes;
/// other UTF-8 stays. Of more than `most` bytes of text the rest is cut off, which is said: "abc.. (12 bytes more)".
/// `keep` are control characters that stay, such as "\n\t" in a build log.
std::string printable(std::string_view text, std::size_t most = 2000, std::string_view keep = {});

/// The same between quotation marks, short: for a word that an error is about.
std::string in_quotes(std::string_view text);

/// Whether it is UTF-8 all along.
bool is_utf8(std::string_view text);

}  // namespace stockham::internal
