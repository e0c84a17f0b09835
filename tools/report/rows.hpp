// The rows of a card report: fields between tabs, without personal data. docs/card_report.md describes them.
#pragma once

#include <string>
#include <vector>

namespace stockham::tools::report {

constexpr const char* title = "stockham card report";
constexpr int format_version = 1;

using row = std::vector<std::string>;

/// The row as a line. Control characters in the fields are escaped.
std::string line_of(const row&);

/// The fields of a line without its newline.
row fields_of(const std::string& line);

/// A message of a driver or of the library as one line of at most 400 bytes, without the names of the user and the
/// host, and without absolute paths.
std::string impersonal(std::string message);

}  // namespace stockham::tools::report
