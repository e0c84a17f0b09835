// Transforms an array from a file or pipe to another one, out of core.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <stockham/out_of_core.hpp>

#include "array/array_job.hpp"
#include "array/npy.hpp"
#include "format/format.hpp"
#include "input.hpp"

namespace stockham::tools {

struct file_transform {
    array_job job;
    picture_path output;                                   ///< a path, or "-"
    array_frame (*frame)(const array_request&) = nullptr;  ///< of the output's format
    std::vector<cl_device_id> devices;
    std::size_t device_memory = 0, host_memory = 0;  ///< limits in bytes; 0: the defaults
    bool resume = false;                             ///< keep the work of an interrupted run, and go on from kept work
    bool quiet = false;
};

/// What a file_transform did.
struct file_report {
    out_of_core_estimate estimate;
    out_of_core_report done;
    std::size_t resumed_blocks = 0;  ///< which an earlier run had done
};

/// Runs it. `header` was read from `input`. The output appears when it is complete. Throws job_error, and what the
/// library throws.
file_report transform_file(const file_transform&, input_file& input, const npy_header& header);

}  // namespace stockham::tools
