// The planner: finds the sequence of passes with the lowest cost by the cost model. No device is involved.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "plan/branch_and_bound.hpp"
#include "plan/published_system.hpp"
#include "plan/rules.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// Everything in a description that plans depend on, as text. Equal texts give equal plans.
std::string limits_text(const device_description&);

/// The plan's decisions with the planner's own choices made explicit (work-items, work-groups, padding), so that a
/// later planner builds the same kernels from them.
plan_decisions spelled_out(const candidate&);

/// The planner with the published systems that it may use. systems/planning.hpp has functions for those of the library.
class planner {
  public:
    explicit planner(const system_table& systems) : systems_(systems) {}

    /// Up to `count` cheapest plans by the cost model, at least one, cheapest first. Throws unsupported_error if the
    /// device lacks the precision or if no tile of it holds any split of the problem (naming the rule). Fills in the
    /// outcome of each rule if `outcomes` is not null.
    std::vector<candidate> cheapest_plans(const problem&, const device_description&, std::size_t count,
                                          std::vector<rule_outcome>* outcomes = nullptr) const;

    /// The form of a problem (unchanged, real lines packed, axes lengthened) whose digits these decisions name. Throws
    /// unsupported_error if there is none.
    problem matching_form(const plan_decisions&, const problem&) const;

    /// Builds the plan that these decisions describe. Throws unsupported_error if the device lacks the precision or the
    /// resources, or if the decisions do not fit the problem: digits whose product is not the axis, or that are
    /// missing, out of order or grouped with others of their axis.
    candidate build_plan(const problem&, const device_description&, const plan_decisions&) const;

  private:
    const system_table& systems_;
};

}  // namespace stockham::internal
