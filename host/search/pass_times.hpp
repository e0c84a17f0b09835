// Measures single passes, relative to copies of the same bytes on the same device in the same process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profile/pass_measurements.hpp"
#include "search/search_space.hpp"
#include "search/trials.hpp"

namespace stockham::internal {

/// The passes of the cheapest plans of a problem with the choices to measure: the one that the cost model prefers, and
/// others that it predicts to take at most a tenth longer. Leaves out what can_measure() refuses. The profile of the
/// description has no measurements. Sets the workspace that they need.
std::vector<pass_options> passes_to_measure(const problem&, const device_description&, std::uint64_t& workspace_bytes);

/// False for passes whose data stay in the cache of a GPU. Most take less time than a launch, which hides the
/// differences between choices, and the model has no error that their classes share.
bool can_measure(const pass_problem&, const device_description&);

/// What a measurement of a shape will be, still without a time.
pass_measurement unmeasured(const pass_options&, const shaped_pass&, const device_description&,
                            const std::string& problem);

/// The launches that measuring these passes compiles, each program once.
std::vector<launch> launches_to_measure(const std::vector<pass_options>&, const device_description&);

/// Seconds that the device takes for a launch whose consecutive executions take so long each.
double without_launch(double seconds_each, const device_description&);

/// Measures the passes of one problem. Not thread-safe.
class pass_timer {
  public:
    /// The trials must have an input and an output buffer.
    pass_timer(trials&, const bed_sizes&, const device_description&);

    /// The medians of alternating rounds, in seconds of the device without launches, one for each shape; empty for one
    /// that does not fit the device or whose results differ from those of the first. Throws opencl_error if the first
    /// one fails.
    std::vector<std::optional<double>> seconds_of(const pass_options&);

    /// Takes samples of a copy of the bytes of a pass, for the functions below.
    void time_copy(const pass_problem&);
    /// Seconds of the device for a sampled pass, without launches.
    double device_seconds(const runner& r) const { return without_launch(r.median(), device_); }
    /// Seconds of a copy of `bytes` bytes, read plus written, by its samples.
    double copy_seconds(std::uint64_t bytes) const;

  private:
    void make_copy(const pass_problem&);

    trials& trials_;
    bed_sizes sizes_;
    const device_description& device_;
    std::uint64_t copied_ = 0;
    std::optional<runner> copy_;
};

/// The measurement of a shape that takes so long. Adds the copy to the measurements, too.
void add_measured(pass_measurements&, pass_measurement unmeasured, double seconds, const pass_timer&);

}  // namespace stockham::internal
