// Executions of one plan that share launches: checks of their memory, and the fewest launches for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <stockham/plan.hpp>

#include "runtime/execute/executable.hpp"
#include "runtime/execute/execution.hpp"

namespace stockham::internal {

/// Numbers of a member in the table: the offsets of input, output and their imaginary parts.
constexpr std::size_t member_offsets = 4;

/// The bytes that a member uses of each side.
struct member_bytes {
    std::size_t input = 0, output = 0;
};

/// Checks the memory of many executions: that of each as plan::enqueue() does, and that no output overlaps any other
/// memory of any of them. Errors name the item.
class member_check {
  public:
    member_check(const buffer_needs&, const memory_owner&);

    /// Checks an item. In place, its outputs become its inputs.
    void add(batch_item&, const member_bytes&);
    /// Checks the items against each other; to be called once, after the last one.
    void finish();
    /// Checks memory that all items share, after finish().
    void add_shared(const char* field, device_memory, std::size_t bytes, use);

  private:
    struct part {
        byte_range range;
        std::size_t item;
    };
    void add_part(batch_item&, const char* field, device_memory batch_item::*, std::size_t offset, std::size_t bytes,
                  use, known_buffer&);

    const buffer_needs& needs_;
    memory_owner owner_;
    bool planar_in_, planar_out_;
    std::size_t items_ = 0;
    std::vector<part> read_, written_;
    known_buffer known_[4];
};

/// Members whose buffers are the arguments of one launch of each step.
struct member_part {
    std::vector<execution_buffers> given;
    std::size_t first = 0, count = 0;  ///< in `order`, and in the table
    std::vector<const void*> reached;  ///< addresses
};

/// The launches of many executions.
struct member_arrangement {
    member_access access;
    std::vector<std::size_t> order;  ///< of the items
    std::vector<member_part> parts;
    std::vector<std::uint64_t> offsets;  ///< of the items in this order, member_offsets each; empty without a table
};

/// Arranges items such that there are few launches: those with the same buffers use a table of offsets, or each launch
/// has up to `most_buffers` (a power of two) of each side as arguments. Addresses of one side count as one buffer.
/// `shared`: the memory that all share.
member_arrangement arrange(const std::vector<batch_item>&, const execution_buffers& shared, unsigned most_buffers);

}  // namespace stockham::internal
