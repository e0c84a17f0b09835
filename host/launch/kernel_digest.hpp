// Digests of kernel files that comments and blanks do not change.
#pragma once

#include <string>
#include <vector>

namespace stockham::internal {

/// The source without `//` comments, empty lines, and blanks at either end of a line.
std::string without_comments(const std::string& source);

/// 16 hexadecimal digits of the text of these files and of those that they include, in this order. Throws
/// argument_error if there is no such file.
std::string kernel_digest(const std::vector<std::string>& files);

}  // namespace stockham::internal
