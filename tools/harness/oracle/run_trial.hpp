// Runs a trial (memory.hpp) on a device and judges the result.
#pragma once

#include <vector>

#include <stockham/opencl.hpp>
#include <stockham/plan.hpp>

#include "tools/harness/oracle/memory.hpp"

namespace reference {

/// Converts numbers to the memory format of a precision, and back.
std::vector<unsigned char> number_bytes(const std::vector<long double>&, stockham::precision);
std::vector<long double> bytes_numbers(const std::vector<unsigned char>&, stockham::precision);

/// The result of a plan for a trial: the relative L2 error, the changed numbers outside the layout, the points that
/// should be real and are not (unreal_ends()), whether the input was written (out of place), and whether no
/// byte of the output changed: with a wrong result, the device has not executed the kernels.
struct verdict {
    double error = 0;
    std::size_t spoilt = 0, unreal = 0;
    bool input_written = false;
    bool untouched = false;
};

/// Executes the plan once on buffers of its own. Throws opencl_error.
verdict judge(const stockham::plan&, const device_trial&, cl_context, cl_command_queue);

}  // namespace reference
