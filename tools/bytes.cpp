// Formatting of counts and shapes, and overflow-checked products.
#include "bytes.hpp"

#include <fmt/format.h>

namespace stockham::tools {

std::optional<std::size_t> product(const std::vector<std::size_t>& factors) {
    std::size_t result = 1;
    for (const std::size_t n : factors)
        if (__builtin_mul_overflow(result, n, &result)) return std::nullopt;
    return result;
}

std::string count_text(std::size_t n, const char* one, const char* many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string shape_text(const std::vector<std::size_t>& shape) {
    return fmt::format("{}", fmt::join(shape, "x"));
}

}  // namespace stockham::tools
