// Which transforms a published system fits.
#pragma once

#include <stockham/transform.hpp>

namespace stockham {

/// Throws unsupported_error, whose rule is the algorithm's name, for a transform that the algorithm it demands does not
/// fit. Else check() has seen it.
void check_algorithm(const transform&);

}  // namespace stockham
