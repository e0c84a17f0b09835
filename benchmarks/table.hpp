// The table for people, and the CSV that gearshifft's users can read.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace bench {

using json_rows = std::vector<nlohmann::ordered_json>;

/// One line per case, sorted by precision, axes and size: its working set, our launches, the copy's time, ours, ours
/// over the copy's, then for each rival, by API, its time over ours (above 1: ours is faster); below, the best rivals'
/// means.
void print_table(std::FILE*, const json_rows&);

/// gearshifft's columns, one line a measured row, and the batch as a last column.
void write_csv(const std::string& path, const json_rows&);

}  // namespace bench
