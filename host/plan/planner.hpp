// The planner: finds the sequence of passes with the lowest cost by the cost model. No device is involved.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "plan/search.hpp"
#include "plan/step.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// Everything in a description that plans depend on, as text. Equal texts give equal plans.
std::string limits_text(const device_description&);

/// Plans a problem for a described device. Throws unsupported_error if the device lacks the precision or if no tile
/// of it holds any split of the problem (naming the rule).
step_plan make_plan(const problem&, const device_description&);

/// Up to `count` cheapest plans by the cost model, at least one, cheapest first; the first is the plan of make_plan().
/// Throws what make_plan() throws.
std::vector<candidate> cheapest_plans(const problem&, const device_description&, std::size_t count);

/// The plan's decisions with the planner's own choices made explicit (work-items, work-groups, padding), so that a
/// later planner builds the same kernels from them.
plan_decisions spelled_out(const candidate&);

/// Plans of two passes that share a launch (cl/common/two_passes.cl), up to two for each number of work-items. Empty if
/// the transform is too large to gain from it or the device does not support such launches.
std::vector<candidate> shared_launches(const problem&, const device_description&);

/// The form of a problem (unchanged, real lines packed, axes lengthened) whose digits these decisions name. Throws
/// unsupported_error if there is none.
problem matching_form(const plan_decisions&, const problem&);

/// Builds the plan that these decisions describe. Throws unsupported_error if the device lacks the precision or the
/// resources, or if the decisions do not fit the problem: digits whose product is not the axis, or that are missing,
/// out of order or grouped with others of their axis.
candidate build_plan(const problem&, const device_description&, const plan_decisions&);

}  // namespace stockham::internal
