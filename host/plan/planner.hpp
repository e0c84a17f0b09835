// The planner: the cheapest sequence of passes that the rules allow, by the cost model. No device is involved.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "plan/search.hpp"
#include "plan/step.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// All of a description that plans depend on, as a text: equal texts, equal plans.
std::string limits_text(const device_description&);

/// Plans a problem for a described device. Throws unsupported_error if the device lacks the precision or if no tile
/// of it holds any split of the problem (naming the rule).
step_plan make_plan(const problem&, const device_description&);

/// The cheapest plans by the cost model, each of another sequence, cheapest first: the first is make_plan()'s. Throws
/// what make_plan() throws; else there is at least one.
std::vector<candidate> cheapest_plans(const problem&, const device_description&, std::size_t count);

/// The plan's decisions with what the planner decided where it leaves that open (work-items, work-groups, padding):
/// another planner makes the same kernels of it.
plan_decisions spelled_out(const candidate&);

/// Plans of two passes that share a launch (cl/common/two_passes.cl), the cheapest for each number of work-items; none
/// where the transform is too large for that to matter or the device does not run such launches.
std::vector<candidate> shared_launches(const problem&, const device_description&);

/// The form of a problem (as it is, real lines in pairs, axes lengthened) whose digits a plan string names. Throws
/// unsupported_error if there is none.
problem form_meant(const plan_decisions&, const problem&);

/// The plan that these decisions lead to. Throws unsupported_error if they are not this problem's (digits that do not
/// make up its axes, digits left out, out of order or grouped with others of their axis), if the device cannot hold
/// them, or if it lacks the precision.
candidate build_plan(const problem&, const device_description&, const plan_decisions&);

}  // namespace stockham::internal
