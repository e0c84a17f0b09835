// From decisions back to passes: whether it is about the problem at all, and its passes' shapes.
#pragma once

#include <string>
#include <vector>

#include "plan/search.hpp"
#include "problem/problem.hpp"

namespace stockham::internal {

/// Why these decisions cannot be about this problem, or an empty text.
std::string not_of_this_problem(const plan_decisions&, const problem&);

/// Shapes passes by choices, one each, and adds them to the candidate. Why one has no such shape on the device, or an
/// empty text.
std::string add_by(const std::vector<pass_problem>&, const pass_choice* choices, const device_description&, candidate&);

}  // namespace stockham::internal
