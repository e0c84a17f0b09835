// Parts of the data that all passes of a plan process independently.
#pragma once

#include <cstdint>

#include "model/step.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// The number of parts that lane passes can process one after the other, each through all passes: the size of the
/// slowest loop (1 if there is none). 0 if a pass does not keep the groups of a part consecutive or reads other parts.
std::uint64_t independent_parts(const step_plan&, const problem&);

}  // namespace stockham::internal
