// Word-group passes in the interpreter: the work in local memory.
#pragma once

#include <complex>
#include <functional>

#include "plan/step.hpp"

namespace stockham::internal {

/// Runs the epochs of a pass on one tile: calls `load` for each of its points and `store` with each result. Throws
/// interpreter_error if an epoch reads an unwritten place, writes a place twice, or leaves a buffer or the table of
/// roots.
void run_word_groups(const pass_step&,
                     const std::function<std::complex<long double>(const pass_index::coordinate&)>& load,
                     const std::function<void(const pass_index::coordinate&, std::complex<long double>)>& store);

}  // namespace stockham::internal
