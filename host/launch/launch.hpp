// A kernel launch as plain data. Plans become launches before any OpenCL object exists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/tables/twiddle_table.hpp"
#include "launch/buffer.hpp"

namespace stockham::internal {

/// Two counters, initially zero, that the launches of a queue use alternately (see cl/common/two_passes.cl).
struct pass_counters {
    static constexpr std::size_t apart = 32;  ///< distance in 32-bit words: each has its own cache line
};

/// Which of the two counters a launch uses: 0 or 1.
struct counter_turn {};

/// Numbers of a member in the table: offsets in bytes of input, output and their imaginary parts.
constexpr std::size_t member_offsets = 4;
/// Further numbers of a row: its length; where the chirps of input and output and the filter begin in a buffer with
/// all of them, in complex elements; the bits of its scale, in the precision of the transform.
struct row_numbers {
    std::uint64_t length = 0, in_chirp = 0, out_chirp = 0, filter = 0, scale = 0;
};
constexpr std::size_t row_columns = sizeof(row_numbers) / sizeof(std::uint64_t);

/// How a kernel finds the memory of executions that share its launch, its *members*. Member m has the work-groups with
/// index m along the second dimension.
struct member_access {
    unsigned buffers = 0;  ///< members whose buffers are arguments, a power of two; 1: all use the same; 0: no members
    bool table = false;    ///< adds member_offsets: numbers of 64 bits for each member
    bool rows = false;     ///< members are rows with lengths of their own; the table also has their row_numbers

    explicit operator bool() const { return buffers > 0; }
    std::size_t columns() const;  ///< numbers of a member in the table
    friend bool operator<(const member_access& a, const member_access& b) {
        return std::tie(a.buffers, a.table, a.rows) < std::tie(b.buffers, b.table, b.rows);
    }
};

inline std::size_t member_access::columns() const {
    return member_offsets + (rows ? row_columns : 0);
}

/// A buffer of one of the members whose buffers are arguments.
struct member_buffer {
    buffer which;
    unsigned member;
};

/// The table of offsets.
struct member_table {};

/// The place in the table of the launch's first member, a cl_uint.
struct first_member {};

/// A kernel argument: one of the execution's buffers, a table, plain bytes, counters, or of members.
using argument = std::variant<buffer, twiddle_table, std::vector<std::byte>, pass_counters, counter_turn, member_buffer,
                              member_table, first_member>;

template <class T>
argument value_argument(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

/// One kernel launch.
struct launch {
    std::string source;               ///< complete OpenCL C; cleared once the kernel is compiled
    std::string kernel;               ///< name of the kernel function
    std::vector<argument> arguments;  ///< in the kernel's order
    std::uint64_t groups = 1;         ///< number of work-groups
    std::size_t work_items = 1;       ///< work-items of a work-group
    std::uint64_t local_bytes = 0;    ///< local memory that the kernel declares, by the plan
    unsigned min_groups = 1;          ///< resident work-groups per compute unit that registers must be left for
    member_access members = {};       ///< of the executions that share it
};

/// A digest of everything that a launch's program is compiled from. Launches with equal digests share one program.
std::string program_digest(const launch&);

/// The text of a kernel file of cl/ or transpose/, such as "cl/common/complex.cl", with its `#include "name"` lines
/// replaced by the named files. The text is embedded at build time, or read from the folder in the environment
/// variable STOCKHAM_KERNEL_DIR (the repository's root) if it is set. Throws argument_error if there is no such file.
std::string kernel_source(const std::string& name);

}  // namespace stockham::internal
