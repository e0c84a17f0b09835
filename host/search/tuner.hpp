// Empirical search: candidates are run on the device, checked, and timed (Gu, Li, Siegel 2010, section 4: the search of
// an empirically tuned library).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <stockham/plan.hpp>

#include "runtime/context_state.hpp"
#include "search/search_space.hpp"

namespace stockham::internal {

struct tuning_limits {
    rigor how = rigor::measure;
    double seconds = 0;  ///< after which what is known is good enough; 0: none
    std::function<bool(const tuning_progress&)> progress;
    std::optional<plan_decisions> known;  ///< a plan that was found before: measured whatever the time
};

struct tuned_plan {
    plan_decisions how;
    double seconds = 0;           ///< of one execution, the median
    double spread = 0;            ///< the quartiles' distance over the median
    double estimate_seconds = 0;  ///< what the estimate's plan takes, measured beside it
    std::size_t tried = 0;        ///< kernels and plans that ran
    std::size_t rejected = 0;     ///< .. that the device could not hold, or that gave wrong results
    bool cancelled = false;       ///< by the progress callback
};

/// Whether searches know how to fill, to check and to time a problem: all numbers are of one buffer and of the
/// precision of the arithmetic, and nothing is the user's own.
bool can_tune(const problem&);

/// Searches for the fastest plan of a problem of which can_tune() is true, with buffers of its own. The estimate's plan
/// and the known one are always among those compared, and the estimate's is kept unless another one is faster by more
/// than both spreads. Throws opencl_error if not even the estimate's plan can be run beside its checks (memory), error
/// if its results are wrong.
tuned_plan tune(context_state&, cl_device_id, const problem&, const device_description&, const tuning_limits&);

}  // namespace stockham::internal
