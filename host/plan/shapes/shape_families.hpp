// The kernel families, each with its rule (how a choice becomes a shape) and its space (which choices there are).
#pragma once

#include <vector>

#include "plan/shapes/shape.hpp"

namespace stockham {

/// Work-items that meet in local memory (cl/work_group/): GPUs.
namespace work_group_family {
shape_result shape(const pass_problem&, const device_description&, const pass_choice&, fidelity);
std::vector<pass_choice> choices(const pass_problem&, const device_description&, unsigned max_radix);
std::vector<pass_choice> variations(const pass_choice&, const device_description&);
/// Powers of two fill a work-group exactly. A tile of other sizes may go beyond it, or need more guards than there are.
bool may_overflow(const pass_problem&);
}  // namespace work_group_family

/// Work-items that carry independent lines in the lanes of vectors (cl/lanes/exchange_lanes.cl): CPUs.
namespace lanes_family {
shape_result shape(const pass_problem&, const device_description&, const pass_choice&);
std::vector<pass_choice> choices(const pass_problem&, unsigned max_radix);
std::vector<pass_choice> variations(const pass_choice&);
}  // namespace lanes_family

}  // namespace stockham
