// The input and output sides of a pass in its kernel: arguments, and the files that load and store.
#pragma once

#include <string>

#include "kernel/pass_text.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// The element type of a side's buffer.
std::string type_name(const memory_form&);

/// The value of CONVOLVED in cl/work_group/convolved.cl.
int convolved_way(const pass_step&);

/// The tile dimension along which only half the points are stored, if the spectra of paired real lines are separated.
unsigned half_dim(const pass_step&);

/// Arguments of a call that reads or writes global memory: the tile's position, and a chirp.
std::string side_arguments(const pass_side&, bool input);

/// Adds the constants and files of a side, and the lines that compute the tile's position.
void add_side(pass_text&, const pass_step&, bool input, bool wide_indices);

}  // namespace stockham::internal
