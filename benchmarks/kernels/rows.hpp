// Rows of the table: the launches of plans, and the distinct kernels that they run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <stockham/device.hpp>

#include "cases.hpp"
#include "compiler.hpp"

namespace bench {

struct kernel_row {
    std::string problem;  ///< with its placement
    std::string passes;   ///< numbers from 1: "2", or "1+2" if they share a launch
    std::string step;     ///< in tensor notation, without the loops
    unsigned work_items = 1;
    std::string points;       ///< per work-item
    std::string turns;        ///< average cycles of an access to local memory (turns_of_banks()); "-": unknown or none
    std::uint64_t bytes = 0;  ///< data read and written
    std::size_t kernel = 0;   ///< index in kernel_list::kernels
};

struct kernel_list {
    std::vector<planned_kernel> kernels;  ///< all different
    std::vector<kernel_row> rows;
    std::vector<std::string> refusals;  ///< the planner's messages for cases that it does not support
};

/// Plans each case for the device and in-order queues, like stockham::plan. Throws stockham::unsupported_error if no
/// case has a plan.
kernel_list list_kernels(const std::vector<suite_case>&, const stockham::device_description&);

}  // namespace bench
