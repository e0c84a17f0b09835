// Published systems, demanded by name (transform::algorithm): what the planner knows of them. systems/ has the table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/search.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

struct published_system {
    const char* name;
    const char* note;  ///< what its plans say of themselves

    /// Why it does not fit a transform of interleaved complex numbers; empty if it does.
    std::string (*unfit)(const transform&);
    /// The system's plan of a problem; infinite cost if the device cannot hold it.
    candidate (*plan)(const problem&, const device_description&);
    /// Why these decisions are not the system's; empty if they are.
    std::string (*objection)(const plan_decisions&);

    /// For a system with steps of its own, whose plan strings name it: the plan that such decisions lead to; infinite
    /// cost if the device cannot hold it.
    candidate (*build)(const problem&, const device_description&, const plan_decisions&) = nullptr;
    /// Whether its plan of a problem may be the cheapest, so that the planner tries it undemanded.
    bool (*competes)(const problem&) = nullptr;

    bool is_searched = false;   ///< searches on the device know its plans
    bool bit_reversed = false;  ///< its results are in bit-reversed order
    bool interleaves = false;   ///< digits of different axes may come in any order
    std::uint64_t least_digit = 1;
};

/// All of them. Defined by systems/.
const std::vector<published_system>& published_systems();

/// Null where none is called so.
const published_system* published(std::string_view name);

}  // namespace stockham::internal
