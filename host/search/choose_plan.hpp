// Wisdom, the cost model or a search: where a plan comes from.
#pragma once

#include <stockham/plan.hpp>

#include "plan/planner.hpp"
#include "runtime/context_state.hpp"

namespace stockham::internal {

/// Whether candidates are run on the device.
bool measures(rigor);

/// Wisdom's plan if it has one of this rigor, else the estimate's; with `wisdom_only`, throws
/// unsupported_error("wisdom"). The problem is the transform's, or a special one that wisdom knows nothing of. No
/// device is asked: any rigor that measures counts as `estimate`.
candidate choose_plan(const transform&, const problem&, const device_description&, rigor, const wisdom&);

/// Likewise, and by a search on the device where the rigor asks for one and wisdom has nothing as good. What it finds
/// is added to `known`, unless it was cancelled or is for other limits than the device's own
/// (expert_options::plan_for).
candidate choose_plan(context_state&, cl_device_id, const transform&, const problem&, const device_description&,
                      const plan_options&, wisdom& known);

}  // namespace stockham::internal
