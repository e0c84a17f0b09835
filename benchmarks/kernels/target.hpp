// What kernels are planned and compiled for: a device by its description, or a connected one.
#pragma once

#include <memory>
#include <string>

#include <stockham/device.hpp>

#include "compiler.hpp"
#include "occupancy.hpp"

namespace bench {

struct kernel_target {
    stockham::device_description device;
    const compute_unit* unit = nullptr;         ///< null: not known
    std::unique_ptr<kernel_compiler> compiler;  ///< null: nothing here tells what its kernels take
    std::string remark;                         ///< who compiled for whom, for the table's head
};

/// `described` names a device of find_compute_unit(); empty, it is the connected device that $STOCKHAM_DEVICE chooses.
/// Throws stockham::argument_error for another name, std::runtime_error if the compiler for it is missing.
kernel_target choose_target(const std::string& described);

}  // namespace bench
