// The algorithms that a transform may demand by name: the transforms that each supports, and how it restricts planning.
// systems/ plans them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <stockham/transform.hpp>

#include "problem/policy.hpp"

namespace stockham::internal {

/// Lets the planner choose.
constexpr std::string_view automatic = "automatic";

struct algorithm {
    const char* name;
    /// Why it does not support a transform of interleaved complex numbers; empty if it does.
    std::string (*unfit)(const transform&);
    planning_policy policy;
    bool has_own_steps = false;  ///< its plan strings begin with its name
};

/// All algorithms but `automatic`.
const std::vector<algorithm>& algorithms();

/// The algorithm of this name; null if there is none.
const algorithm* find_algorithm(std::string_view name);

/// Throws argument_error for a name that is not in algorithm_names(), and unsupported_error, whose rule is the name,
/// for a transform that the algorithm does not support. check() makes all other checks before.
void check_algorithm(const transform&);

/// Throws that argument_error("algorithm"), which lists all names, for an unknown name.
void check_algorithm_name(std::string_view);

}  // namespace stockham::internal
