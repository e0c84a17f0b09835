// Identifies passes whatever their batch, so that one measurement serves them all.
#pragma once

#include <cstdint>

#include "decompose/pass_problem.hpp"

namespace stockham::internal {

/// Equal for passes whose time per byte is the same: those of another batch, with other buffers, with another factor
/// `scale`, or in the other direction. It is part of files (profile/pass_measurements.hpp), so it must not change
/// without need; pass_measurements_test pins some.
std::uint64_t pass_hash(const pass_problem&);

}  // namespace stockham::internal
