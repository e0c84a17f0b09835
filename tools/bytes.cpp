// Formatting and parsing of counts and memory sizes, and overflow-checked products.
#include "bytes.hpp"

#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "base/plain_text.hpp"

namespace stockham::tools {

namespace {

const char unit_letters[] = "KMGT";

std::size_t unit_factor(const std::string& suffix) {
    if (suffix.empty() || suffix == "b") return 1;
    const std::string rest = suffix.substr(1);
    if (!rest.empty() && rest != "b" && rest != "ib") return 0;
    for (std::size_t i = 0; unit_letters[i] != '\0'; ++i)
        if (suffix[0] == internal::lower(unit_letters[i])) return std::size_t{1} << (10 * (i + 1));
    return 0;
}

}  // namespace

std::string bytes_text(std::size_t bytes) {
    if (bytes < 1024) return fmt::format("{} bytes", bytes);
    double amount = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (amount >= 1024 && unit < 3) {
        amount /= 1024;
        ++unit;
    }
    const bool whole = amount == std::floor(amount) || amount >= 100;
    return fmt::format("{:.{}f} {}iB", amount, whole ? 0 : 1, unit_letters[unit]);
}

std::optional<std::size_t> parse_bytes(const std::string& text) {
    const std::string number = text.substr(0, text.find_first_not_of("0123456789."));
    std::string suffix = text.substr(number.size());
    const auto amount = internal::read_number(number);
    const double bytes = amount.value_or(0) * static_cast<double>(unit_factor(internal::lower(suffix)));
    if (!(bytes >= 1 && bytes < 0x1p62)) return std::nullopt;
    return static_cast<std::size_t>(bytes);
}

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
