// The search for the cheapest sequences of passes by the cost model.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include <stockham/device.hpp>

#include "decompose/pass_key.hpp"
#include "decompose/passes.hpp"
#include "families/shape.hpp"
#include "model/step.hpp"
#include "plan/plan_string.hpp"

namespace stockham::internal {

/// A plan, the decisions that lead to it, and its cost by the cost model (infinite: there is no plan).
struct candidate {
    step_plan plan;
    plan_decisions how;
    double cost = std::numeric_limits<double>::infinity();  ///< seconds
    double workspace_cost = 0;                              ///< the part of it that plans without a workspace save
    std::vector<double> device_seconds;                     ///< of each pass, without its launches
    std::vector<pass_traffic> traffic;                      ///< of each pass

    /// Begins a plan without passes that uses `workspace` elements of workspace.
    void start(std::uint64_t workspace, const problem&, const device_description&);
    /// Appends a pass to the plan.
    void add(shaped_pass);
};

/// Bytes of a workspace for the whole problem.
std::uint64_t whole_workspace(const problem&);

/// Shapes passes and caches the results, because the sequences of a problem have many passes in common.
class shaper {
  public:
    shaper(const device_description& device, const shape_options& options) : device_(device), options_(options) {}

    const shape_result& operator()(const pass_problem&);

    /// Shapes every pass of a sequence and adds it to the candidate. False if a pass has no shape or the cost reaches
    /// `bound`.
    bool add(const std::vector<pass_problem>&, double bound, candidate&);

  private:
    const device_description& device_;
    shape_options options_;
    std::map<pass_key, shape_result> known_;
};

/// How many plans a search returns.
struct search_count {
    std::size_t cheapest = 1;                 ///< plans to return whatever they cost
    std::size_t near = 0;                     ///< plans to return in all, if the others cost less than `near_cost`
    std::function<double(double)> near_cost;  ///< from the lowest cost to the bound for the others
};

/// The problem's cheapest sequences with these input and output places, each in its cheapest shapes, cheapest first.
std::vector<candidate> search(const problem&, const device_description&, const shape_options&, const memory_places&,
                              const search_count& = {});

}  // namespace stockham::internal
