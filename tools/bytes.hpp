// Formatting and parsing of counts and memory sizes, and overflow-checked products.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stockham::tools {

/// "64 MiB", "1.5 GiB", "17 bytes".
std::string bytes_text(std::size_t bytes);

/// "1 entry", "2 entries".
std::string count_text(std::size_t n, const char* one, const char* many);

/// Parses `4096`, `512K`, `1.5G` or `64MiB`; units are powers of 1024. Nothing for any other text.
std::optional<std::size_t> parse_bytes(const std::string& text);

/// The product of all factors, or nothing if it overflows.
std::optional<std::size_t> product(const std::vector<std::size_t>& factors);

/// "1024x512".
std::string shape_text(const std::vector<std::size_t>& shape);

}  // namespace stockham::tools
