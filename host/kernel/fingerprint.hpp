// What kernels a measurement was made with, in a few letters.
#pragma once

#include <string>

#include "plan/plan_string.hpp"

namespace stockham::internal {

/// A digest of the kernel files that such a plan runs, comments and blanks left out: entries of wisdom made with other
/// kernels are not trusted.
std::string kernel_fingerprint(const plan_decisions&);

}  // namespace stockham::internal
