// Many executions in few launches: arranges and enqueues items whose memory was checked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/plan.hpp>

#include "runtime/execute/members.hpp"
#include "runtime/execute/table_cache.hpp"
#include "runtime/execute/workspace_cache.hpp"

namespace stockham::internal {

/// Executions of the same kernels.
struct many_of_a_kind {
    std::vector<batch_item> items;
    std::size_t workspace_bytes = 0;  ///< of each
    /// The members that a launch may have as arguments; 0: each item has its own launches, by `kernels({})`.
    unsigned most = 0;
    std::function<const executable&(const member_access&)> kernels;
    std::vector<row_numbers> rows;  ///< of each item, if they are rows
    cl_mem row_tables = nullptr;    ///< of rows
};

/// Throws argument_error for members of `shared` that each item has for itself.
void check_shared(const buffers& shared);

/// Bytes of a workspace that the library allocates for more than one item.
inline std::size_t many_workspace(const device_description& limits) {
    constexpr std::size_t most = std::size_t{256} << 20U;
    return limits.global_memory ? std::min(most, limits.global_memory / 16) : most;
}

/// What all kinds of items of an enqueue share.
struct many_shared {
    cl_context context;
    cl_command_queue queue;
    buffers given;
    std::size_t workspace_limit;  ///< many_workspace() of the device
    workspace_cache* workspace;
    table_cache* tables;
};

/// Enqueues all items of all kinds after these events. Without `with_event` returns null. Reserves all memory before
/// the first launch; afterwards only OpenCL fails.
event_object enqueue_kinds(const std::vector<many_of_a_kind>&, const many_shared&, cl_uint n_wait, const cl_event* wait,
                           bool with_event);

}  // namespace stockham::internal
