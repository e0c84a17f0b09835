// What `stockham register` prints and its table.
#pragma once

#include <string>
#include <vector>

#include <stockham/imaging/registration.hpp>

namespace stockham::tools {

/// A line for each picture, for people.
std::string register_lines(const std::vector<imaging::registration>&, bool turned);

/// Writes a table: JSON if the name ends in .json, else CSV.
void write_register_table(const std::string& path, const std::vector<imaging::registration>&);

}  // namespace stockham::tools
