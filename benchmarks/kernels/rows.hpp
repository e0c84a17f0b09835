// The launches of plans as rows: what each does, and which of the distinct kernels it runs.
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
    std::string passes;   ///< their numbers, from 1: "2", or "1+2" where they share a launch
    std::string step;     ///< in tensor notation, without the loops
    unsigned work_items = 1;
    std::string points;       ///< of a work-item
    std::string turns;        ///< of an access to local memory (turns_of_banks()); "-": not known, or none
    std::uint64_t bytes = 0;  ///< of the data, read and written
    std::size_t kernel = 0;   ///< its place in kernel_list::kernels
};

struct kernel_list {
    std::vector<planned_kernel> kernels;  ///< no two compile alike
    std::vector<kernel_row> rows;
    std::vector<std::string> refusals;  ///< of cases that the planner does not support, in its words
};

/// Plans each case for the device, for queues in order, as stockham::plan does. Throws stockham::unsupported_error if
/// no case has a plan.
kernel_list list_kernels(const std::vector<suite_case>&, const stockham::device_description&);

}  // namespace bench
