// Classes of passes that the cost model misses alike.
#pragma once

#include <string>

#include "decompose/pass_problem.hpp"
#include "families/common/choice.hpp"
#include "profile/pass_measurements.hpp"

namespace stockham::internal {

/// One word: the family, the precision, how numbers are stored, the algorithm, whether the pass transforms whole axes,
/// the traits of the choice, and where the data are.
std::string pass_class_of(const pass_problem&, const pass_choice&, data_place);

/// Points of the transforms of a pass together; for a convolution, its length.
std::uint64_t transformed_points(const pass_problem&);

}  // namespace stockham::internal
