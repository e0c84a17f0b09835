// Fits the transforms of an array into a device's memory. A unit holds as many transforms as fit. If not even one fits,
// the axes are transformed in groups, with the array in host memory.
#pragma once

#include <functional>
#include <vector>

#include "array/stack.hpp"
#include "array/stream.hpp"
#include "engine.hpp"

namespace stockham::tools {

/// The stacks to process in order: one for the whole request, or one per group of axes, last axes first, each with as
/// many axes as fit. Real input is complex after the first pass. Units smaller than those of make_stack() keep the same
/// plan if possible. Then packed transforms give the same bits; otherwise results agree up to rounding. Throws
/// job_error if the device cannot hold the smallest unit; the text gives its size and the limit.
std::vector<stack> make_passes(const engine& e, const stack_request& request);

/// Runs one pass.
using pass_runner = std::function<void(const stack&, const stream_ends&)>;

/// Runs the passes. `ends` reads the units of the first pass and writes those of the last. Between passes the array is
/// stored at `between`, as elements of the output; the ends may use the same memory. Progress counts the units of all
/// passes.
void run_passes(const std::vector<stack>& passes, const stream_ends& ends, void* between, const pass_runner& run);

/// The same on one device, by run_stream(). Returns one report per pass.
std::vector<stream_report> run_passes(const engine& e, const std::vector<stack>& passes, const stream_options& options,
                                      const stream_ends& ends, void* between);

}  // namespace stockham::tools
