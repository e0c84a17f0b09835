// A kernel launch as pure data: what a plan's steps become before any OpenCL object exists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/tables/twiddle_table.hpp"
#include "launch/buffer.hpp"

namespace stockham::internal {

/// Two counters, zero at first, that launches of a queue use in turn (see cl/common/two_passes.cl).
struct pass_counters {
    static constexpr std::size_t apart = 32;  ///< one behind the other, in 32-bit words: a cache line each
};

/// Which of the two a launch uses: 0 or 1.
struct counter_turn {};

/// A kernel argument: one of the execution's buffers, a table, plain bytes, or counters.
using argument = std::variant<buffer, twiddle_table, std::vector<std::byte>, pass_counters, counter_turn>;

template <class T>
argument value_argument(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

/// One kernel launch.
struct launch {
    std::string source;               ///< complete OpenCL C; of no use, and empty, once the kernel is compiled
    std::string kernel;               ///< name of the kernel function
    std::vector<argument> arguments;  ///< in the kernel's order
    std::uint64_t groups = 1;         ///< work-groups
    std::size_t work_items = 1;       ///< work-items of a work-group
    std::uint64_t local_bytes = 0;    ///< local memory that the kernel declares, as planned
    unsigned min_groups = 1;  ///< work-groups that a compute unit should hold at a time: leave registers for them
};

/// A digest of all that a launch's program is compiled from: launches of the same digest share one program.
std::string program_digest(const launch&);

/// The text of a kernel file of cl/ or transpose/ by its name there, such as "cl/common/complex.cl", its `#include
/// "name"` lines already replaced by the files they name. Embedded at build time; read from the folder named by the
/// environment's STOCKHAM_KERNEL_DIR (the repository's root) if that is set. Throws argument_error if there is none.
std::string kernel_source(const std::string& name);

}  // namespace stockham::internal
