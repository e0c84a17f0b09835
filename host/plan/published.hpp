// The planner's interface to published systems, which transform::algorithm demands by name. systems/ has the table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/search.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

struct published_system {
    const char* name;
    const char* note;  ///< added to the notes of its plans

    /// Why it does not support a transform of interleaved complex numbers; empty if it does.
    std::string (*unfit)(const transform&);
    /// The system's plan of a problem; infinite cost if the device cannot hold it.
    candidate (*plan)(const problem&, const device_description&);
    /// Why these decisions do not follow the system; empty if they do.
    std::string (*objection)(const plan_decisions&);

    /// For a system with its own steps, whose plan strings begin with its name: builds the plan of such decisions;
    /// infinite cost if the device cannot hold it.
    candidate (*build)(const problem&, const device_description&, const plan_decisions&) = nullptr;
    /// True if its plan may be the cheapest, so that the planner tries it even if it is not demanded.
    bool (*competes)(const problem&) = nullptr;

    bool is_searched = false;       ///< searches on the device try its plans
    bool bit_reversed = false;      ///< its results are in bit-reversed order
    bool interleaves = false;       ///< digits of different axes may be in any order
    std::uint64_t least_digit = 1;  ///< shorter digits are not allowed
};

/// All published systems. Defined by systems/.
const std::vector<published_system>& published_systems();

/// The system with this name; null if there is none.
const published_system* published(std::string_view name);

}  // namespace stockham::internal
