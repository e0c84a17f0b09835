// A pass's sides in its kernel: what its functions take of them, and the files that read and write such numbers.
#pragma once

#include <string>

#include "kernel/pass_text.hpp"
#include "plan/step.hpp"

namespace stockham::internal {

/// What a side's buffer points to.
std::string type_name(const memory_form&);

/// CONVOLVED of cl/work_group/convolved.cl.
int convolved_way(const pass_step&);

/// The dimension of the tile along which half the spectra of paired real lines are stored, where they are told apart.
unsigned half_dim(const pass_step&);

/// What a call that reads or writes global memory is given: the tile's place there, and a chirp.
std::string side_arguments(const pass_side&, bool input);

/// Adds the constants and files of a side, and the lines of the body that find the tile's place.
void add_side(pass_text&, const pass_step&, bool input);

}  // namespace stockham::internal
