// The cost of a plan, term by term.
#pragma once

#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "plan/branch_and_bound.hpp"

namespace stockham::internal {

/// The terms by which a measurement of a pass, or of other choices for it, corrects the prediction of the model.
constexpr const char* measured_term = "measured";
constexpr const char* similar_term = "as measured choices";

struct plan_term {
    std::string part;  ///< "pass 1", "transpose 2", "launch" for what passes of one launch share, "workspace"
    const char* name;
    double seconds = 0;
};

/// The terms of the cost model that are not zero. Their sum is the candidate's cost.
std::vector<plan_term> terms_of(const candidate&, const device_description&);

}  // namespace stockham::internal
