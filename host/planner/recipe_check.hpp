// From a recipe back to passes: whether it is about the problem at all, and its passes' shapes.
#pragma once

#include <string>
#include <vector>

#include "planner/search.hpp"
#include "tensor/problem.hpp"

namespace stockham {

/// Why these decisions cannot be about this problem, or an empty text.
std::string not_of_this_problem(const recipe&, const problem&);

/// Shapes passes by choices, one each, and adds them to the candidate; false if the device cannot hold one.
bool add_by(const std::vector<pass_problem>&, const pass_choice* choices, const device_description&, candidate&);

}  // namespace stockham
