// Passes by word groups in the interpreter: what happens in local memory.
#pragma once

#include <complex>
#include <functional>

#include "plan/step.hpp"

namespace stockham::internal {

/// Runs the epochs of a pass on one tile: `load` is called for each point of it, `store` with each result. Throws
/// interpreter_error where an epoch reads what none has written, writes a place twice or goes beyond a buffer or the
/// table of roots.
void run_word_groups(const pass_step&,
                     const std::function<std::complex<long double>(const pass_index::coordinate&)>& load,
                     const std::function<void(const pass_index::coordinate&, std::complex<long double>)>& store);

}  // namespace stockham::internal
