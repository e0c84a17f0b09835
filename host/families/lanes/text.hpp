// Text that all kernels of lane passes share.
#pragma once

#include "kernel/pass_text.hpp"
#include "model/step.hpp"

namespace stockham::internal {

/// Constants and files of lane passes.
void define_lanes(pass_text&, const pass_step&);

}  // namespace stockham::internal
