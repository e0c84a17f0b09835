// Several devices that transform a stack together, as a job.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <stockham/job.hpp>
#include <stockham/opencl.hpp>

#include "array/stack.hpp"
#include "array/stream.hpp"

namespace stockham::tools {

/// Receives a line about a device that is left out.
using crew_notes = std::function<void(const std::string&)>;

/// True if a value of --device names several devices: "all", or a list with commas.
bool is_crew(const std::string& word);

/// The devices of such a value. `all` leaves out those without double precision if that is needed, and says so. Throws
/// usage_error if a word matches no device, or two match the same one.
std::vector<cl_device_id> crew_of(const std::string& word, bool needs_double, const crew_notes&);

/// The device among them with the least memory: what fits there fits everywhere.
cl_device_id smallest_of(const std::vector<cl_device_id>&);

/// Runs the stack as a job. The ends are called from several threads at once, in any order. Throws what the ends, the
/// plan or OpenCL throw.
job_report run_crew(const std::vector<cl_device_id>& devices, const stack& s, std::size_t memory,
                    const stream_options& options, const stream_ends& ends, const crew_notes&);

}  // namespace stockham::tools
