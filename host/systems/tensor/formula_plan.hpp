// Conversion between formulas and decisions, as far as both can express a plan.
#pragma once

#include <optional>
#include <vector>

#include <stockham/device.hpp>

#include "model/step.hpp"
#include "plan/plan_string.hpp"
#include "problem/problem.hpp"
#include "systems/tensor/formula.hpp"

namespace stockham::internal {

/// Why no formula can describe this problem; empty if one can.
std::string no_formulas_for(const problem&);

/// A formula as passes: each kernel is a pass and each codelet a stage, in the formula's order; a kernel's codelets of
/// one axis are one digit. The planner chooses the buffers between passes, whatever I, O and W in the formula, and out
/// of place the input is never written. Without choices, each kernel has the cheapest shape by the cost model. Throws
/// unsupported_error("formula", ..) as check_formula() does, or with "valid, but" and why it cannot run.
plan_decisions to_decisions(const formula&, const problem&, const device_description&);

/// A plan's decisions as a formula with choices. Empty if a formula cannot express them: transposes, word groups,
/// passes that each reorder their own digit, real or planar data, lengths other than powers of two, radices above 64.
/// If several codelets of an axis share a kernel before the axis's last one, the pass applies on store the product of
/// the factors that the formula applies after each codelet.
std::optional<formula> to_formula(const problem&, const plan_decisions&, const std::vector<step>&);

/// The stages of a pass as a chain.
std::vector<chain_link> chain_of(const pass_step&);

}  // namespace stockham::internal
