// A short digest of the kernels that a measurement used.
#pragma once

#include <string>

#include "plan/plan_string.hpp"

namespace stockham::internal {

/// A digest of the kernel files that such a plan uses, without comments and blanks. Wisdom measured with other kernels
/// is not used.
std::string kernel_fingerprint(const plan_decisions&);

}  // namespace stockham::internal
