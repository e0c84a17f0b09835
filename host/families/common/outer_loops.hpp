// Which lines a launch loops over, and which take a launch per index.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "families/common/draft.hpp"

namespace stockham::internal {

/// The line dimensions of a problem that do not fit into one tile: loops of a launch, and outer loops with one launch
/// per index.
struct numbered_loops {
    std::vector<std::size_t> loops, outer;
};

/// If there are more loops over lines than a launch supports, the shortest ones are outer loops. Empty if that takes
/// too many launches, or if too few loops only change offsets.
std::optional<numbered_loops> number_loops(const draft&);

}  // namespace stockham::internal
