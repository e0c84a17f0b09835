// How an array's transforms fit a device's memory: in units of as many as fit, and where not even one does, an axis at
// a time, the array waiting in host memory.
#pragma once

#include <vector>

#include "array/stack.hpp"
#include "array/stream.hpp"
#include "engine.hpp"

namespace stockham::tools {

/// The stacks that go through the device one after the other: the whole request as one, or one an axis, the last axis
/// first; real numbers are complex after the first one. Smaller units than make_stack()'s keep the plan of those where
/// it can be kept: the same bits come back from packed ones then, nearly the same otherwise. Throws job_error that says
/// what the smallest units need if the device has not that much.
std::vector<stack> make_passes(const engine& e, const stack_request& request);

/// Runs them. Units of the first pass are read and those of the last are written by the ends. Between passes the array
/// is at `between`, elements of the output; the ends may use the same memory. Progress counts the units of all passes.
/// One report a pass.
std::vector<stream_report> run_passes(const engine& e, const std::vector<stack>& passes, const stream_options& options,
                                      const stream_ends& ends, void* between);

}  // namespace stockham::tools
