// Amounts of memory as people write and read them, and products that must not overflow.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stockham::tools {

/// "64 MiB", "1.5 GiB", "17 bytes".
std::string bytes_text(std::size_t bytes);

/// Reads `4096`, `512K`, `1.5G`, `64MiB`: powers of 1024. Nothing if the text is anything else.
std::optional<std::size_t> parse_bytes(const std::string& text);

/// The product of all factors, or nothing if it does not fit.
std::optional<std::size_t> product(const std::vector<std::size_t>& factors);

/// "1024x512".
std::string shape_text(const std::vector<std::size_t>& shape);

}  // namespace stockham::tools
