// What a compiler says a kernel takes: read from clang's assembly for AMD, and from what NVIDIA's ptxas reports.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "occupancy.hpp"

namespace bench {

struct kernel_usage {
    unsigned registers = 0;                    ///< of a work-item; AMD: vector and accumulation registers
    std::optional<unsigned> scalar_registers;  ///< of a wavefront
    std::size_t local_bytes = 0;               ///< of a work-group
    std::size_t scratch_bytes = 0;             ///< of a work-item: what is spilled, and arrays not in registers
    std::optional<unsigned> stated_waves;      ///< clang: "; Occupancy:"
};

/// The comments that clang puts behind each kernel; the largest of each counts. Throws std::runtime_error that names
/// the comment that is missing.
kernel_usage read_clang_assembly(const std::string& text);

/// The lines "Used 56 registers, 69632 bytes smem, .." and "0 bytes stack frame, 0 bytes spill stores, .." of
/// -cl-nv-verbose; the largest of each counts. Throws std::runtime_error that names what is missing.
kernel_usage read_ptxas_log(const std::string& text);

/// Throws std::runtime_error unless clang-15 says the occupancy that this compute unit has by our count.
void check_stated_waves(const compute_unit&, const kernel_usage&, unsigned work_items);

}  // namespace bench
