// The kernel files of butterflies.
#pragma once

#include "kernel/pass_text.hpp"

namespace stockham::internal {

/// Adds the files that define butterflyN() for radix N and for the radices that it is composed of. Radix 1 needs none.
void add_butterfly(pass_text&, unsigned radix);

}  // namespace stockham::internal
