// The planner's interface to published systems, which transform::algorithm demands by name. systems/ has the table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/step.hpp"
#include "plan/branch_and_bound.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// A system's own notation for plans, beside plan strings.
struct plan_notation {
    const char* name;  ///< of a text in it
    bool (*is_used_by)(std::string_view text);
    /// Throws stockham::error if the text is invalid or the device cannot run it.
    plan_decisions (*read)(std::string_view text, const problem&, const device_description&);
    /// Empty if the notation cannot express the plan.
    std::optional<std::string> (*write)(const problem&, const plan_decisions&, const std::vector<step>&);
};

/// Each system makes its own in its folder; the table (systems/published.cpp) has a row for it.
struct published_system {
    const char* name;  ///< one of algorithms() (problem/algorithms.hpp)
    const char* note;  ///< added to the notes of its plans

    /// The system's plan of a problem; infinite cost if the device cannot hold it.
    candidate (*plan)(const problem&, const device_description&) = nullptr;
    /// Why these decisions do not follow the system; empty if they do.
    std::string (*objection)(const plan_decisions&) = nullptr;

    /// For a system with its own steps: builds the plan of such decisions; infinite cost if the device cannot hold it.
    candidate (*build)(const problem&, const device_description&, const plan_decisions&) = nullptr;
    /// True if its plan may be the cheapest, so that the planner tries it even if it is not demanded.
    bool (*competes)(const problem&) = nullptr;
    bool is_searched = false;  ///< searches on the device try its plans
    std::optional<plan_notation> notation = {};
};

using system_table = std::vector<published_system>;

/// The system with this name; null if there is none.
const published_system* system_named(const system_table&, std::string_view name);

}  // namespace stockham::internal
