// Formatting of memory sizes, counts and shapes, and overflow-checked products.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/plain_text.hpp"

namespace stockham::tools {

using internal::bytes_text;

/// "1 entry", "2 entries".
std::string count_text(std::size_t n, const char* one, const char* many);

/// The product of all factors, or nothing if it overflows.
std::optional<std::size_t> product(const std::vector<std::size_t>& factors);

/// "1024x512".
std::string shape_text(const std::vector<std::size_t>& shape);

}  // namespace stockham::tools
