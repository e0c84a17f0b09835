// Digests of kernel files that comments and blanks do not change.
#pragma once

#include <string>

namespace stockham::internal {

/// The source without `//` comments, empty lines, and blanks at either end of a line.
std::string without_comments(const std::string& source);

/// 16 hexadecimal digits of the text of a file and of those that it includes; empty if there is no such file.
std::string kernel_digest(const std::string& file);

}  // namespace stockham::internal
