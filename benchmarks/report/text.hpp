// Formats figures with significant digits and units, and escapes text.
#pragma once

#include <cstdint>
#include <string>

namespace bench::report {

// Text from a result file for a cell of a Markdown table.
std::string escape_markdown(const std::string& text);

// Three significant digits, never an exponent: "0.912", "27.1", "4510".
std::string figure(double value, int digits = 3);

std::string time_text(double microseconds);   // "4.51 µs", "27.1 ms"
std::string error_text(double error);         // "1.2e-7"
std::string bytes_text(std::uint64_t bytes);  // "256 MiB"
std::string day_of(const std::string& date);  // the day of an ISO 8601 date

}  // namespace bench::report
