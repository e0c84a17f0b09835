// The planner's interface to published systems, which transform::algorithm demands by name. systems/ has the table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/branch_and_bound.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

struct published_system {
    const char* name;  ///< one of algorithms() (problem/algorithms.hpp)
    const char* note;  ///< added to the notes of its plans

    /// The system's plan of a problem; infinite cost if the device cannot hold it.
    candidate (*plan)(const problem&, const device_description&);
    /// Why these decisions do not follow the system; empty if they do.
    std::string (*objection)(const plan_decisions&);

    /// For a system with its own steps: builds the plan of such decisions; infinite cost if the device cannot hold it.
    candidate (*build)(const problem&, const device_description&, const plan_decisions&) = nullptr;
    /// True if its plan may be the cheapest, so that the planner tries it even if it is not demanded.
    bool (*competes)(const problem&) = nullptr;
    bool is_searched = false;  ///< searches on the device try its plans
};

using system_table = std::vector<published_system>;

/// The system with this name; null if there is none.
const published_system* system_named(const system_table&, std::string_view name);

}  // namespace stockham::internal
