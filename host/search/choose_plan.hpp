// Chooses a plan: from wisdom, by the cost model, or by a search.
#pragma once

#include <stockham/plan.hpp>

#include "runtime/context_state.hpp"
#include "systems/planning.hpp"

namespace stockham::internal {

/// True if this rigor runs candidates on the device.
bool measures(rigor);

/// The plan from wisdom, else the cheapest by the cost model. With `wisdom_only`, throws unsupported_error("wisdom") in
/// place of the latter. `problem` belongs to the transform or is special, which wisdom does not cover. Needs no device:
/// rigors that measure count as `estimate`.
candidate choose_plan(const transform&, const problem&, const device_description&, rigor, const wisdom&);

/// The same, with a search on the device if the rigor asks for one and wisdom has no plan of that rigor. Adds the
/// result to `known`, unless the search was cancelled or used other limits than those of the device
/// (expert_options::plan_for).
candidate choose_plan(context_state&, cl_device_id, const transform&, const problem&, const device_description&,
                      const plan_options&, wisdom& known);

}  // namespace stockham::internal
