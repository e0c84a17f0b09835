// Search over the rules' sequences: the cheapest by the cost model.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include <stockham/device.hpp>

#include "plan/passes/passes.hpp"
#include "plan/plan_string.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

/// A plan, the decisions that lead to it, and what it costs by the cost model (infinite: there is none).
struct candidate {
    step_plan plan;
    plan_decisions how;
    double cost = std::numeric_limits<double>::infinity();  ///< seconds
    std::vector<double> device_seconds;                     ///< of each pass, its launches not counted
    std::vector<pass_traffic> traffic;                      ///< of each pass

    /// Takes a pass up, at the plan's end.
    void add(shaped_pass);
};

/// Bytes of a workspace that holds the whole problem.
std::uint64_t whole_workspace(const problem&);

/// What tells the passes of one problem apart (they have the precision in common).
using pass_key = std::vector<std::uint64_t>;
pass_key key_of(const pass_problem&);

/// Shapes of passes, remembered: the sequences of a problem have many passes in common.
class shaper {
  public:
    shaper(const device_description& device, const shape_options& options) : device_(device), options_(options) {}

    const shape_result& operator()(const pass_problem&);

    /// Shapes every pass of a sequence and adds them to the candidate; false if one has no shape, or if the
    /// candidate comes to cost as much as `bound`.
    bool add(const std::vector<pass_problem>&, double bound, candidate&);

  private:
    const device_description& device_;
    shape_options options_;
    std::map<pass_key, shape_result> known_;
};

/// How many plans a search is for.
struct search_count {
    std::size_t cheapest = 1;  ///< whatever they cost
    std::size_t near = 0;      ///< in all, if the others cost less than what `near_cost` makes of the cheapest's cost
    std::function<double(double)> near_cost;
};

/// The cheapest sequences of the problem between these places, each in its cheapest shapes, cheapest first.
std::vector<candidate> search(const problem&, const device_description&, const shape_options&, const memory_places&,
                              const search_count& = {});

}  // namespace stockham::internal
