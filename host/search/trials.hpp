// Compiles candidates of a search, checks their results against each other, and samples their times.
#pragma once

#include <optional>
#include <vector>

#include "search/runner.hpp"
#include "search/test_bed.hpp"
#include "systems/planning.hpp"

namespace stockham::internal {

/// The accepted difference of the results of two candidates.
double trial_tolerance(precision);

/// The sizes of the buffers that the plans of a problem need, with this workspace.
bed_sizes sizes_of(const problem&, std::uint64_t workspace_bytes);

/// Not thread-safe.
class trials {
  public:
    trials(context_state&, cl_device_id, const problem&, const device_description& limits, const bed_sizes&);

    /// Compiles launches. Null if they do not compile or exceed the limits of the compiled kernels.
    std::unique_ptr<executable> compiled(std::vector<launch>);
    /// Empty likewise.
    std::optional<runner> make_whole(const candidate&);
    std::optional<runner> make_pass(const pass_step&, const pass_problem&);

    /// Runs it once on fresh data. The result of the first one is the reference for the others. Throws opencl_error if
    /// the first one fails.
    bool is_right(const runner&, bool first);

    /// Adds the seconds per execution in a sequence of about 2 ms.
    void sample(runner&);

    test_bed& bed() { return bed_; }

  private:
    context_state& context_;
    cl_device_id device_;
    const problem& problem_;
    const device_description& limits_;
    test_bed bed_;
};

constexpr double sample_seconds = 2e-3;  ///< of consecutive executions

}  // namespace stockham::internal
