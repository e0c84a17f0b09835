// The expected cost of a plan, without compiling it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// A term of the cost model's prediction.
struct term_estimate {
    std::string part;    ///< "pass 1", "transpose 2", "launch" for what passes in one launch share, or "workspace"
    std::string name;    ///< such as "copy", "runs and strides", "exchanges" (docs/device_profiles.md)
    double seconds = 0;  ///< negative: a gain
};

/// Cost of one execution of the plan that a transform would get.
struct plan_estimate {
    std::size_t launches = 0;          ///< as plan::launches()
    std::size_t workspace_size = 0;    ///< bytes, as plan::workspace_size()
    std::uint64_t bytes_moved = 0;     ///< bytes read and written by all launches, without tables and spectra
    double seconds = 0;                ///< predicted by the cost model, or measured:
    bool measured = false;             ///< `seconds` is wisdom's measurement on a device of this name
    std::string plan_string;           ///< as plan::plan_string()
    std::vector<term_estimate> terms;  ///< of the prediction, without zeros; they add up to `seconds` unless measured
};

/// Estimates the plan for a described device; needs no OpenCL device. Options that matter: `rigor` (rigors that measure
/// count as `estimate`), `wisdom`, `expert.plan_string` and `expert.plan_for`. Throws as the constructor of plan for
/// the transform and the options, but no opencl_error. Thread-safe.
STOCKHAM_API plan_estimate estimate(const device_description&, const transform&, const plan_options& = {});

/// The same for a device that is present. Compiles and runs nothing, so the actual plan differs if a kernel gets less
/// local memory or fewer work-items than the device reports. Throws also argument_error for a null device and
/// opencl_error if the device does not answer.
STOCKHAM_API plan_estimate estimate(cl_device_id, const transform&, const plan_options& = {});

/// The fastest length of an axis for a device, by the cost model: at least t.lengths[axis] and at most a tenth more, or
/// good_size(n, kind) if no fast length is that near. The other axes, the batch, the precision and the kind are those
/// of `t`, because the fastest length depends on them. Plans up to 32 lengths that may be fastest, which takes
/// milliseconds each: seconds in all for long axes. Ignores wisdom. Needs no OpenCL device. Thread-safe.
///
/// Throws argument_error: no such axis (field "axis"), or data that is not packed (fields "input" and "output");
/// otherwise as good_size(n, kind) and check().
STOCKHAM_API std::size_t good_size(const device_description&, const transform& t, std::size_t axis = 0);

/// The outcome of one of the planner's rules, each a way to propose plans for a transform.
struct rule_estimate {
    std::string rule;         ///< such as "packed real lines", or the name of a published system
    std::size_t plans = 0;    ///< number of plans that it proposes
    std::string plan_string;  ///< of the cheapest one
    double seconds = 0;       ///< its predicted time
    std::string rejected;     ///< why there is no plan, or why the cheapest one is not chosen; empty: it is chosen
};

/// The outcome of every rule for a transform on a described device, in the order of the planner's table; needs no
/// OpenCL device. Ignores wisdom. Throws as estimate(). Thread-safe.
STOCKHAM_API std::vector<rule_estimate> explain_plan(const device_description&, const transform&);

}  // namespace v0_2
}  // namespace stockham
