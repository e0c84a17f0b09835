// Numbers and letters of text, the same in every locale. The functions of C and the streams of C++ follow the locale
// that the host program sets; `.ci/objects.sh` rejects them.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace stockham::internal {

/// The number with at most `digits` significant digits (1 to 17), as printf("%.*g") writes it in the C locale.
inline std::string number_text(double value, int digits = 6) {
    char text[32];  // sign, digits, point, exponent
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr};
}

/// The number that the whole text states, as strtod() reads it in the C locale, with its `inf` and `nan`. Nothing for
/// an empty text, blanks, hexadecimal digits, and numbers beyond the range of double.
inline std::optional<double> read_number(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    double value = 0;
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (text.empty() || read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return value;
}

/// "1 bytes", "15.3 MiB": at most three digits beside the unit.
inline std::string bytes_text(std::size_t bytes) {
    constexpr std::string_view units = "KMGT";
    if (bytes < 1024) return std::to_string(bytes) + " bytes";
    double amount = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; amount >= 1024 && unit + 1 < units.size(); ++unit) amount /= 1024;
    const bool whole = amount >= 100 || amount == static_cast<double>(static_cast<std::size_t>(amount));
    char text[32];  // up to 20 digits, a point, one more digit
    const auto end = std::to_chars(text, text + sizeof text, amount, std::chars_format::fixed, whole ? 0 : 1).ptr;
    return std::string(text, end) + ' ' + units[unit] + "iB";
}

/// The bytes that a text such as `8G`, `1.5GiB` or `4096` states, at least 1: units are powers
/// of 1024. Nothing for other texts and for 2^62 or more.
inline std::optional<std::size_t> read_bytes(std::string_view text) {
    constexpr std::string_view units = "kmgt";
    const auto digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto amount = read_number(text.substr(0, digits));
    double factor = 1;
    if (auto suffix = text.substr(digits); !suffix.empty() && suffix != "b" && suffix != "B") {
        const char letter =
            suffix[0] >= 'A' && suffix[0] <= 'Z' ? static_cast<char>(suffix[0] + ('a' - 'A')) : suffix[0];
        const auto unit = units.find(letter);
        const auto rest = suffix.substr(1);
        if (unit == units.npos || !(rest.empty() || rest == "b" || rest == "B" || rest == "ib" || rest == "iB"))
            return std::nullopt;
        for (std::size_t k = 0; k <= unit; ++k) factor *= 1024;
    }
    const double bytes = amount.value_or(0) * factor;
    if (!(bytes >= 1 && bytes < 0x1p62)) return std::nullopt;
    return static_cast<std::size_t>(bytes);
}

/// The shortest decimal that reads back as the same double, as "%g" writes it.
inline std::string exact_text(double value) {
    constexpr int most_digits = 17;
    for (int digits = 1;; ++digits) {
        auto text = number_text(value, digits);
        if (digits == most_digits || read_number(text) == value) return text;
    }
}

/// @name Letters of ASCII
/// @{
inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
inline bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}
inline char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
inline bool is_letter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}
inline std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) { return lower(c); });
    return text;
}
/// @}

}  // namespace stockham::internal
