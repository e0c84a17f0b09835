// Calibration: measures a device, makes its profile, and compares profiles by the speed of the plans.
#pragma once

#include <cstddef>
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

/// Where calibrate_passes() is.
struct pass_calibration_progress {
    std::size_t done = 0;      ///< problems whose passes are measured
    std::size_t problems = 0;  ///< all problems
    std::size_t measured = 0;  ///< measured choices so far
    std::string problem;       ///< problem string of the next one
};

/// Options of calibrate_passes().
struct pass_calibration_options {
    std::string file;       ///< to add to; empty: the file of this device in the user's folder of profiles
    double time_limit = 0;  ///< seconds after which it stops, at the end of a problem; 0: none
    /// Called before each problem. Return false to stop; what was measured is kept.
    std::function<bool(const pass_calibration_progress&)> progress;
};

/// Result of calibrate_passes(). A plain value.
struct pass_calibration {
    std::string file;          ///< that has the measurements
    std::size_t done = 0;      ///< problems whose passes the file has now; fewer than asked for if it stopped early
    std::size_t skipped = 0;   ///< of them, those that this device cannot measure: memory, precision, planar data, ..
    std::size_t known = 0;     ///< of them, those whose passes the file had before
    std::size_t measured = 0;  ///< choices of passes, each by one row of the file
    std::size_t rejected = 0;  ///< choices that did not compile or whose results differed from others
};

/// Measures the passes of the cheapest plans of problems, each by the choice that the cost model prefers and by those
/// that it predicts to take at most a tenth longer, and adds them to a file (docs/device_profiles.md). A pass takes
/// about 30 ms besides compiling; passes that the file has are skipped. The file is written every 20 seconds and at the
/// end. Needs at most 1 GiB of buffers; nothing else should use the device meanwhile. Throws argument_error for a null
/// context or device, a malformed problem string, and a file that cannot be read or written or is for another device;
/// opencl_error if the device fails. Thread-safe.
STOCKHAM_API pass_calibration calibrate_passes(cl_context, cl_device_id, const std::vector<std::string>& problems,
                                               const pass_calibration_options& = {});

/// Compiles kernels that calibrate_passes() needs for these problems and this file into the program cache, and runs
/// none: those of every `shards`-th problem, starting with number `shard`, so that several processes can divide the
/// work. Returns the number of kernels compiled or found in the cache. Throws argument_error if `shards` is 0,
/// otherwise as calibrate_passes(). Thread-safe.
STOCKHAM_API std::size_t compile_passes(cl_context, cl_device_id, const std::vector<std::string>& problems,
                                        const std::string& file, unsigned shard, unsigned shards);

/// The text of a file of measurements without what plans do not need: passes that take the time that the cost model
/// predicts, corrected by classes of passes, and the problems. Such a file has the same effect on plans, but
/// calibrate_passes() measures its problems again. Throws argument_error if the file cannot be read.
STOCKHAM_API std::string compact_passes(const std::string& file);

/// While an object exists, searches of this process (rigors that measure) collect the times of the passes that they
/// try. Thread-safe.
class STOCKHAM_API pass_collection {
  public:
    pass_collection();
    ~pass_collection();
    pass_collection(const pass_collection&) = delete;
    pass_collection& operator=(const pass_collection&) = delete;

    /// Adds what was collected to the files of the devices in the user's folder of profiles, from where the planner
    /// takes it, and returns the number of measurements. Throws argument_error if a file cannot be written.
    static std::size_t keep();
};

}  // namespace v0_2
}  // namespace stockham
