// The algorithms that a transform may demand by name. This layer only knows the names; systems/ implements them.
#pragma once

#include <string_view>

#include <stockham/transform.hpp>

namespace stockham::internal {

/// Lets the planner choose.
constexpr std::string_view automatic = "automatic";

/// Throws argument_error for a name that is not in algorithm_names(), and unsupported_error, whose rule is the name,
/// for a transform that the algorithm does not support. check() makes all other checks before. Defined by systems/.
void check_algorithm(const transform&);

/// True if the algorithm leaves each axis in bit-reversed order: point k of the output is X[the bits of k reversed].
/// Defined by systems/.
bool is_bit_reversed(std::string_view algorithm);

/// Throws that argument_error("algorithm"), which lists all names, for an unknown name.
void check_algorithm_name(std::string_view);

}  // namespace stockham::internal
