// Chains of radices: the stages of a transform.
#pragma once

#include <cstdint>
#include <vector>

namespace stockham::internal {

/// The chain of radices for n points with the fewest stages that max_radix allows, larger radices first (or last).
std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix, bool ascending = false);

}  // namespace stockham::internal
