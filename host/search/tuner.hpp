// Empirical search: runs, checks and times candidates (Gu, Li, Siegel 2010, section 4).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <stockham/plan.hpp>

#include "runtime/programs/context_state.hpp"
#include "search/search_space.hpp"

namespace stockham::internal {

struct tuning_limits {
    rigor how = rigor::measure;
    double seconds = 0;  ///< time limit; 0: none
    std::function<bool(const tuning_progress&)> progress;
    std::optional<plan_decisions> known;  ///< the plan of an earlier search; always measured
    pass_measurements* passes = nullptr;  ///< gets the times of the passes; null: they are not kept
    std::string problem;                  ///< problem string of these times
};

struct tuned_plan {
    plan_decisions how;
    double seconds = 0;           ///< of one execution; the median
    double spread = 0;            ///< interquartile range over the median
    double estimate_seconds = 0;  ///< of the cost model's plan in the same search
    std::size_t tried = 0;        ///< passes and plans that were measured
    std::size_t rejected = 0;     ///< passes and plans that did not fit the device or gave wrong results
    bool cancelled = false;       ///< by the progress callback
};

/// True if a search can fill, check and time a problem: interleaved or real data in the precision of the arithmetic, no
/// callbacks, no convolution.
bool can_tune(const problem&);

/// Searches for the fastest plan of a problem, which can_tune() must accept. The cost model's plan and the known one
/// are always compared. A plan replaces the cost model's only if it is faster by more than both spreads. Throws
/// opencl_error if the cost model's plan cannot be run (memory), error if its results are wrong.
tuned_plan tune(context_state&, cl_device_id, const problem&, const device_description&, const tuning_limits&);

}  // namespace stockham::internal
