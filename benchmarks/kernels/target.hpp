// The device that kernels are planned and compiled for: a described or a connected one.
#pragma once

#include <memory>
#include <string>

#include <stockham/device.hpp>

#include "compiler.hpp"
#include "occupancy.hpp"

namespace bench {

struct kernel_target {
    stockham::device_description device;
    const compute_unit* unit = nullptr;         ///< null if unknown
    std::unique_ptr<kernel_compiler> compiler;  ///< null if no compiler here reports its kernels' resources
    std::string remark;                         ///< how kernels were compiled, for the table's head
};

/// `described` is a name for find_compute_unit(); if it is empty, the target is the connected device selected by
/// $STOCKHAM_DEVICE. Throws stockham::argument_error for other names, std::runtime_error if its compiler is missing.
kernel_target choose_target(const std::string& described);

}  // namespace bench
