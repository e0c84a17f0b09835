// What a plan will cost, before anything is compiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <stockham/device.hpp>
#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>
#include <stockham/transform.hpp>

namespace stockham {
inline namespace v0_2 {

/// The cost of one execution of the plan that a transform would get.
struct plan_estimate {
    std::size_t launches = 0;        ///< as plan::launches() has it
    std::size_t workspace_size = 0;  ///< bytes, as plan::workspace_size() has it
    std::uint64_t bytes_moved = 0;   ///< read plus written by all launches, without tables and spectra
    double seconds = 0;              ///< expected, by the cost model and the device's profile; or as measured:
    bool measured = false;           ///< wisdom has measured this plan on a device of this name
    std::string plan_string;         ///< of that plan, as plan::plan_string() gives it
};

/// Plans for a described device; no OpenCL device is asked. Of the options `rigor` (what measures counts as
/// `estimate`), `wisdom` and, of the expert's, `plan_string` and `plan_for` matter. Throws what plan's constructor
/// throws for the transform and for the options, but nothing of OpenCL. Thread-safe.
STOCKHAM_API plan_estimate estimate(const device_description&, const transform&, const plan_options& = {});

/// The same for a device that is here. Nothing is compiled or run, so that a plan may turn out another one: where a
/// kernel gets less local memory or fewer work-items than the device promises. Throws argument_error for a null
/// device, opencl_error if it does not answer.
STOCKHAM_API plan_estimate estimate(cl_device_id, const transform&, const plan_options& = {});

}  // namespace v0_2
}  // namespace stockham
