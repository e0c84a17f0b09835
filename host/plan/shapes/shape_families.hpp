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
}  // namespace work_group_family

/// Work-items that carry independent lines in the lanes of vectors (cl/lanes/exchange_lanes.cl): CPUs.
namespace lanes_family {
shape_result shape(const pass_problem&, const device_description&, const pass_choice&);
std::vector<pass_choice> choices(const pass_problem&, unsigned max_radix);
std::vector<pass_choice> variations(const pass_choice&);
}  // namespace lanes_family

/// Work-items that share word groups (cl/systems/constant_geometry/exchange_constant.cl): GPUs, and CPUs all the same.
namespace word_group_family {
shape_result shape(const pass_problem&, const device_description&, const pass_choice&);
std::vector<pass_choice> choices(const pass_problem&);
/// The most points of a transform by word groups of four.
std::uint64_t capacity(const device_description&, precision);
}  // namespace word_group_family

}  // namespace stockham
