// The table that `stockham tune` prints: a header, one row per problem as soon as it is done, and a summary.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/wisdom.hpp>

namespace stockham::tools {

struct tune_row {
    std::string problem;
    std::optional<wisdom_entry> entry;
    bool searched = false;
    double seconds = 0;   ///< duration of the search
    std::string failure;  ///< why there is no entry
};

/// `width`: width of the problem column, in characters.
std::string tune_table_header(std::size_t width);
std::string tune_table_row(const tune_row& r, std::size_t width);

/// `target`: the wisdom file.
std::string tune_table_summary(const std::vector<tune_row>& rows, const device_description& d,
                               const std::string& target);

}  // namespace stockham::tools
