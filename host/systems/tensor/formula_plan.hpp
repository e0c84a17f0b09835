// Formulas and decisions: each says what the other does, where both can.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <stockham/device.hpp>

#include "plan/plan_string.hpp"
#include "plan/step.hpp"
#include "problem/problem.hpp"
#include "systems/tensor/formula.hpp"

namespace stockham::internal {

/// Why no formula can be about this problem; empty if some can.
std::string no_formulas_for(const problem&);

/// A formula as passes: a kernel is a pass, a codelet a stage of it, in the formula's order; what a kernel does to an
/// axis is one digit. Between passes the data rest where the planner has room for them, whatever the formula's O, W and
/// I say, and out of place the input is never written. Without choices, each kernel has the cheapest shape by the cost
/// model. Throws unsupported_error("formula", ..): see check_formula(), or "valid, but" and why it cannot be run.
plan_decisions to_decisions(const formula&, const problem&, const device_description&);

/// A plan's decisions as a formula, with its choices; nothing where it is more than a formula can say: transposes,
/// passes by word groups or in their own order, real or planar data, other lengths than powers of two, radices
/// above 64. Where several codelets of an axis share a kernel that is not the axis's last one, the kernel multiplies on
/// its way out what the formula has on the way out of each.
std::optional<formula> to_formula(const problem&, const plan_decisions&, const std::vector<step>&);

/// A plan string, of either kind. Throws what parse_plan_string(), parse_formula() and to_decisions() throw.
plan_decisions read_plan(std::string_view text, const problem&, const device_description&);

/// The stages of a pass as the chain that demands them.
std::vector<chain_link> chain_of(const pass_step&);

}  // namespace stockham::internal
