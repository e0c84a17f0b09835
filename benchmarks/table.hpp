// The table for terminals, and CSV in the format of gearshifft.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace bench {

using json_rows = std::vector<nlohmann::ordered_json>;

/// Prints one line per case, sorted by precision, axes and size: working set, our launches, the copy's time, our time,
/// and its ratio to the copy. Then, by API, each rival's time over ours (above 1: ours is faster). Below the table are
/// the best rivals' means.
void print_table(std::FILE*, const json_rows&);

/// Writes gearshifft's columns, one line per measured row, and the batch as an additional last column.
void write_csv(const std::string& path, const json_rows&);

}  // namespace bench
