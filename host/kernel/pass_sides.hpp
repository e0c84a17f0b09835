// The input and output sides of a pass in its kernel.
#pragma once

#include <string>

#include "kernel/pass_text.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// The element type of a side's buffer.
std::string type_name(const memory_form&);

/// The value of CONVOLVED in cl/work_group/convolved.cl and cl/lanes/point_order.cl.
int convolved_way(const pass_step&);

/// Defines CONVOLVED, and which dimension it is.
void define_convolution(pass_text&, const pass_step&);

/// Adds the constants and files of a side, and the lines that declare it as `in` or `out`.
void add_side(pass_text&, const pass_step&, bool input, bool wide_indices);

}  // namespace stockham::internal
