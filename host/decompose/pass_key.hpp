// A key that identifies a pass problem, for caches of its shapes.
#pragma once

#include <cstdint>
#include <vector>

#include "decompose/pass_problem.hpp"

namespace stockham::internal {

/// Equal keys mean equal pass problems, so their shapes and costs are equal, too.
using pass_key = std::vector<std::uint64_t>;
pass_key key_of(const pass_problem&);

}  // namespace stockham::internal
