// The planner with the library's published systems. No device is involved.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/planner.hpp"

namespace stockham::internal {

/// The table of published systems, by name.
const system_table& published_systems();

/// The system with this name; null if there is none.
const published_system* published(std::string_view name);

/// Plans a problem for a described device. Throws what planner::cheapest_plans() throws.
step_plan make_plan(const problem&, const device_description&);

/// The functions of struct planner.
std::vector<candidate> cheapest_plans(const problem&, const device_description&, std::size_t count,
                                      std::vector<rule_outcome>* outcomes = nullptr);
problem matching_form(const plan_decisions&, const problem&);
candidate build_plan(const problem&, const device_description&, const plan_decisions&);

/// Parses a plan string or a text in a system's notation. Throws what parse_plan_string() and plan_notation::read()
/// throw.
plan_decisions read_plan(std::string_view text, const problem&, const device_description&);

/// The plan string and the texts in other notations that express the plan, one per line.
std::string texts_of(const problem&, const plan_decisions&, const std::vector<step>&);

}  // namespace stockham::internal
