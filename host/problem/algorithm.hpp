// The algorithms that a transform may demand by name. This layer knows the names as texts: what they are is in
// systems/.
#pragma once

#include <string_view>

#include <stockham/transform.hpp>

namespace stockham::internal {

/// The planner's choice.
constexpr std::string_view automatic = "automatic";

/// Throws argument_error for a name that none of algorithm_names() is; unsupported_error, whose rule is the algorithm's
/// name, for a transform that the algorithm does not fit. Else check() has seen the transform. Defined by systems/.
void check_algorithm(const transform&);

/// Whether it leaves the results of each axis in bit-reversed order: point k is X[the bits of k reversed]. Defined by
/// systems/.
bool is_bit_reversed(std::string_view algorithm);

/// Such an argument_error("algorithm"), with the names that there are.
void check_algorithm_name(std::string_view);

}  // namespace stockham::internal
