// A kernel's resources as reported by its compiler: in clang's assembly for AMD, and in the log of NVIDIA's ptxas.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "occupancy.hpp"

namespace bench {

struct kernel_usage {
    unsigned registers = 0;                    ///< per work-item; AMD: vector and accumulation registers
    std::optional<unsigned> scalar_registers;  ///< per wavefront
    std::size_t local_bytes = 0;               ///< per work-group
    std::size_t scratch_bytes = 0;             ///< per work-item: spilled registers, and arrays not in registers
    std::optional<unsigned> stated_waves;      ///< clang: "; Occupancy:"
};

/// Reads the comments that clang writes after each kernel, and takes the maximum of each. Throws std::runtime_error
/// that names a missing comment.
kernel_usage read_clang_assembly(const std::string& text);

/// Reads the lines "Used 56 registers, 69632 bytes smem, .." and "0 bytes stack frame, 0 bytes spill stores, .." of
/// -cl-nv-verbose, and takes the maximum of each. Throws std::runtime_error that names a missing figure.
kernel_usage read_ptxas_log(const std::string& text);

/// Throws std::runtime_error unless the occupancy stated by clang-15 equals that computed for this compute unit.
void check_stated_waves(const compute_unit&, const kernel_usage&, unsigned work_items);

}  // namespace bench
