// A device measured: its profile, how well the cost model predicts with it, and whether plans become faster by it.
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

/// The plan of a problem by one profile.
struct profiled_plan {
    std::string plan_string;  ///< with every choice written out
    double predicted = 0;     ///< seconds of one execution, predicted by that profile
    double measured = 0;      ///< seconds of one execution, the median of all rounds
};

/// A problem, its plans by two profiles, and their times.
struct profile_case {
    std::string problem;     ///< problem string
    profiled_plan before;    ///< by the first profile
    profiled_plan after;     ///< by the second profile
    bool same_plan = false;  ///< both profiles lead to the same kernels, which are measured once
    unsigned rounds = 0;     ///< in which the two plans were measured in turn

    /// after.measured / before.measured; 1 for the same plan; infinite unless both times are positive and finite.
    STOCKHAM_API double ratio() const noexcept;
};

/// What compare_profiles() has measured. A plain value.
struct profile_comparison {
    static constexpr double highest_mean_ratio = 1.00;  ///< of a profile that is worth keeping
    static constexpr double highest_ratio = 1.10;       ///< .. for each problem

    std::string before;               ///< device and origin of the first profile
    std::string after;                ///< device and origin of the second profile
    std::vector<profile_case> cases;  ///< in the order of the problems

    /// The geometric mean of all ratios; 1 if there are no cases.
    STOCKHAM_API double mean_ratio() const noexcept;
    /// The highest ratio; 1 if there are no cases.
    STOCKHAM_API double worst_ratio() const noexcept;
    /// The mean of |predicted - measured| / measured of the plans by the second profile; 0 if there are no cases.
    STOCKHAM_API double mean_error() const noexcept;
    /// Whether the second profile should replace the first: neither limit is exceeded.
    STOCKHAM_API bool is_worth_keeping() const noexcept;
};

/// How two profiles are compared.
struct comparison_options {
    std::vector<std::string> problems;  ///< problem strings; none: those of calibrate()
    /// Called with the next problem; where it returns false, calibration_cancelled ends the comparison.
    std::function<bool(const std::string& what)> progress;
};

/// Plans problems by two profiles and measures both plans of each, in alternating rounds of one run, on a device that
/// should have nothing else to do. An empty profile stands for device_profile::known(). Wisdom is not consulted. Of the
/// problems of calibrate() those are left out that need more memory or another precision than the device has. Buffers
/// of at most 1 GiB in all. Throws argument_error for a null context or device and for a text that is no problem
/// string; unsupported_error for a problem of the caller's own that has no room or no precision here, or whose data are
/// planar or half-precision; opencl_error if the device fails. Thread-safe.
STOCKHAM_API profile_comparison compare_profiles(cl_context, cl_device_id, const device_profile& before,
                                                 const device_profile& after, const comparison_options& = {});

}  // namespace v0_2
}  // namespace stockham
