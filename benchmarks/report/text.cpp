// Formats figures with three significant digits, and escapes text from files.
#include "text.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace bench::report {

std::string escape_markdown(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        // Markdown escapes punctuation by a backslash. This includes "<", which would begin an HTML tag.
        if (std::string("\\|<>*_`[]&").find(c) != std::string::npos) safe += '\\';
        safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return safe;
}

std::string figure(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) return fmt::format("{:.0f}", value);
    // Rounding may reach the next decade: 9.996 is "10.0", not "10.00".
    const double rounded = std::stod(fmt::format("{:.{}e}", value, digits - 1));
    const int decade = static_cast<int>(std::floor(std::log10(std::abs(rounded)) + 1e-9));
    return fmt::format("{:.{}f}", rounded, std::clamp(digits - 1 - decade, 0, 12));
}

std::string time_text(double microseconds) {
    if (microseconds < 999.5) return figure(microseconds) + " µs";
    if (microseconds < 999.5e3) return figure(microseconds / 1e3) + " ms";
    return figure(microseconds / 1e6) + " s";
}

std::string error_text(double error) {
    if (error == 0) return "0";
    std::string text = fmt::format("{:.2e}", error);
    const std::size_t e = text.find('e');
    if (e == std::string::npos) return text;
    return fmt::format("{}e{}", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

std::string bytes_text(std::uint64_t bytes) {
    if (bytes < 1024) return fmt::format("{} B", bytes);
    auto amount = static_cast<double>(bytes);
    const char* unit = "";
    for (const char* next : {"KiB", "MiB", "GiB", "TiB"}) {
        if (amount < 1024) break;
        amount /= 1024;
        unit = next;
    }
    const bool whole = amount == std::floor(amount);
    return fmt::format("{} {}", whole ? fmt::format("{:.0f}", amount) : figure(amount), unit);
}

std::string day_of(const std::string& date) {
    return date.substr(0, std::min<std::size_t>(date.find('T'), 10));
}

}  // namespace bench::report
