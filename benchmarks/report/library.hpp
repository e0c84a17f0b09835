// Title and place of each library in the tables, the same everywhere.
#pragma once

#include <string>
#include <vector>

namespace bench::report {

constexpr char our_library[] = "stockham";

std::string title_of(const std::string& library);  // as its makers write it
bool is_copy(const std::string& library);
bool is_ours(const std::string& library);  // our library, or a variant of it such as "stockham-radix-8"

// Known libraries in a fixed order, grouped by API, then unknown ones by name; without duplicates.
std::vector<std::string> in_reading_order(std::vector<std::string> libraries);

}  // namespace bench::report
