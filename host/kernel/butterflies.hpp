// The radices of butterflies, and their kernel files.
#pragma once

#include <vector>

#include "kernel/pass_text.hpp"

namespace stockham::internal {

/// True if there is a butterfly of this radix.
bool has_butterfly(unsigned radix);

/// The radices up to `most` that chains of lengths other than powers of two consist of, ascending.
std::vector<unsigned> mixed_radices(unsigned most);

/// Adds the files that define butterflyN() for radix N and for the radices that it is composed of. Radix 1 needs none.
void add_butterfly(pass_text&, unsigned radix);

}  // namespace stockham::internal
