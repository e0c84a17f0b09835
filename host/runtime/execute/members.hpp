// Executions of one plan that share launches: checks of their memory, and the fewest launches for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <stockham/plan.hpp>

#include "runtime/execute/executable.hpp"
#include "runtime/execute/execution.hpp"

namespace stockham::internal {

/// Checks the memory of many executions: that of each as plan::enqueue() does, and that no output overlaps any other
/// memory of any of them. Errors name the item.
class member_check {
  public:
    explicit member_check(const memory_owner&);

    /// Checks an item for an execution with these needs. In place, its outputs become its inputs.
    void add(batch_item&, const buffer_needs&);
    /// Checks the items against each other, and the memory that all share; to be called once, after the last item.
    void finish(const buffers& shared, std::size_t workspace_bytes);

  private:
    struct part {
        byte_range range;
        std::size_t item;
    };
    void check_workspace(device_memory, std::size_t bytes) const;
    void add_part(batch_item&, const char* field, device_memory batch_item::*, std::size_t offset, std::size_t bytes,
                  use, known_buffer&);

    memory_owner owner_;
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

/// Arranges items for few launches: those with the same buffers use a table of offsets, or each launch
/// has up to `most_buffers` (a power of two) of each side as arguments. Addresses of one side count as one buffer.
/// `shared`: the memory that all share. `rows`: the items are rows, which always need a table.
member_arrangement arrange(const std::vector<batch_item>&, const execution_buffers& shared, unsigned most_buffers,
                           bool rows);

}  // namespace stockham::internal
