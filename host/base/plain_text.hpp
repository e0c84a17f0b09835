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
