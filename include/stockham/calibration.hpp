// Calibration: measures a device, makes its profile, and compares profiles by the speed of the plans.
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

/// Predicted and measured time of one problem.
struct calibration_case {
    std::string problem;      ///< problem string
    std::string plan_string;  ///< plan chosen with the new profile
    double predicted = 0;     ///< seconds of one execution
    double measured = 0;      ///< seconds of one execution, in the second best of nine rounds of many executions
};

/// Result of calibrate(). A plain value.
struct calibration {
    device_profile profile;                ///< the profile of the device, never empty
    std::vector<calibration_case> cases;   ///< empty if calibration_options::predict is false
    std::vector<calibration_case> fitted;  ///< plans that the profile was fitted to, in seconds of the device

    /// The mean of |predicted - measured| / measured over all cases; 0 without cases.
    STOCKHAM_API double mean_error() const noexcept;
};

/// Options of calibrate().
struct calibration_options {
    bool predict = true;  ///< also predict and measure problems
    /// Called before each measurement with its name. Return false to cancel: calibrate() throws
    /// calibration_cancelled.
    std::function<bool(const std::string& what)> progress;
};

/// Thrown when a progress callback returns false.
class STOCKHAM_API calibration_cancelled : public error {
  public:
    calibration_cancelled();  ///< sets the text of what()
    ~calibration_cancelled() override;
};

/// Measures launches, copies by size, run length and stride, and passes of the library. Takes from 20 seconds to some
/// minutes, depending on how much must be compiled, and at most 1 GiB of buffers; nothing else should use the device
/// meanwhile. Does not save the profile: see device_profile::keep(). Throws argument_error for a null context or
/// device, opencl_error if the device fails. Thread-safe.
STOCKHAM_API calibration calibrate(cl_context, cl_device_id, const calibration_options& = {});

/// The plan of a problem with one profile.
struct profiled_plan {
    std::string plan_string;  ///< with all options written out
    double predicted = 0;     ///< seconds of one execution, as the cost model predicts with that profile
    double measured = 0;      ///< seconds of one execution, the median of all rounds
};

/// A problem with its plans and times for two profiles.
struct profile_case {
    std::string problem;     ///< problem string
    profiled_plan before;    ///< with the first profile
    profiled_plan after;     ///< with the second profile
    bool same_plan = false;  ///< both profiles give the same kernels; measured once
    unsigned rounds = 0;     ///< rounds, each of which measured both plans

    /// after.measured / before.measured; 1 for the same plan; infinite unless both times are positive and finite.
    STOCKHAM_API double ratio() const noexcept;
};

/// Result of compare_profiles(). A plain value.
struct profile_comparison {
    static constexpr double highest_mean_ratio = 1.00;  ///< limit of mean_ratio() for is_worth_keeping()
    static constexpr double highest_ratio = 1.10;       ///< limit of worst_ratio()

    std::string before;               ///< device and origin of the first profile
    std::string after;                ///< device and origin of the second profile
    std::vector<profile_case> cases;  ///< in the order of the problems

    /// The geometric mean of all ratios; 1 without cases.
    STOCKHAM_API double mean_ratio() const noexcept;
    /// The highest ratio; 1 without cases.
    STOCKHAM_API double worst_ratio() const noexcept;
    /// The mean of |predicted - measured| / measured over the plans with the second profile; 0 without cases.
    STOCKHAM_API double mean_error() const noexcept;
    /// True if the second profile should replace the first: neither limit is exceeded.
    STOCKHAM_API bool is_worth_keeping() const noexcept;
};

/// Options of compare_profiles().
struct comparison_options {
    std::vector<std::string> problems;  ///< problem strings; empty: those of calibrate()
    /// Called before each problem with its string. Return false to cancel: compare_profiles() throws
    /// calibration_cancelled.
    std::function<bool(const std::string& what)> progress;
};

/// Plans problems with two profiles and measures both plans in alternating rounds of one run. An empty profile stands
/// for device_profile::known(). Wisdom is not used. Needs at most 1 GiB of buffers; nothing else should use the device
/// meanwhile. Default problems that the device cannot hold, or whose precision it lacks, are skipped. Throws
/// argument_error for a null context or device or a malformed problem string; unsupported_error for a given problem
/// that does not fit, lacks its precision here, or has planar or half-precision data; opencl_error if the device fails.
/// Thread-safe.
STOCKHAM_API profile_comparison compare_profiles(cl_context, cl_device_id, const device_profile& before,
                                                 const device_profile& after, const comparison_options& = {});

}  // namespace v0_2
}  // namespace stockham
