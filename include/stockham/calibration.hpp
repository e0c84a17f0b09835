// A device measured: its profile, and how well the cost model then tells the times of plans.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <stockham/error.hpp>
#include <stockham/export.h>
#include <stockham/opencl.hpp>
#include <stockham/profile.hpp>

namespace stockham {
inline namespace v0_2 {

/// A problem whose time was predicted, then measured.
struct calibration_case {
    std::string problem;      ///< problem string
    std::string plan_string;  ///< of the plan that the new profile leads to
    double predicted = 0;     ///< seconds of one execution
    double measured = 0;      ///< .. in the second best of nine rounds, many executions one after another
};

/// What calibrate() has measured. A plain value.
struct calibration {
    device_profile profile;               ///< of the device, never empty
    std::vector<calibration_case> cases;  ///< none where calibration_options::predict is false

    /// The mean of |predicted - measured| / measured over all cases; 0 if there are none.
    STOCKHAM_API double mean_error() const noexcept;
};

/// What a calibration does beside the profile.
struct calibration_options {
    bool predict = true;  ///< measure problems, too
    /// Called with what is measured next; false ends the calibration by calibration_cancelled.
    std::function<bool(const std::string& what)> progress;
};

/// Thrown by calibrate() where the progress callback returned false.
class STOCKHAM_API calibration_cancelled : public error {
  public:
    calibration_cancelled();  ///< with the sentence for what()
    ~calibration_cancelled() override;
};

/// Measures launches, copies by their size and the length and distance of their runs, and the library's own passes, on
/// a device that should have nothing else to do: from 20 seconds to some minutes, by what is compiled. Buffers of at
/// most 1 GiB in all. Nothing is kept: device_profile::keep() does that. Throws argument_error for a null context or
/// device, opencl_error if the device fails. Thread-safe.
STOCKHAM_API calibration calibrate(cl_context, cl_device_id, const calibration_options& = {});

}  // namespace v0_2
}  // namespace stockham
