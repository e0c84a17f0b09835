// Reuses one workspace, and allocates a new one where it cannot be shared.
#include "runtime/execute/workspace_cache.hpp"

namespace stockham::internal {

namespace {

memory_object made(cl_context context, std::size_t bytes) {
    cl_int code = CL_SUCCESS;
    memory_object memory(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &code));
    check_cl(code, "clCreateBuffer (workspace)");
    return memory;
}

}  // namespace

workspace_cache::use workspace_cache::for_execution(cl_command_queue queue, cl_context context, std::size_t bytes) {
    use one;
    if (!is_out_of_order(queue)) one.lock_ = std::unique_lock(mutex_, std::try_to_lock);
    if (!one.lock_) {
        one.memory_ = made(context, bytes);
        return one;
    }
    if (queue_ != queue || !memory_ || bytes_ < bytes) {
        memory_ = memory_object();  // frees the old one first
        memory_ = made(context, bytes);
        queue_ = queue;
        bytes_ = bytes;
    }
    one.memory_ = memory_;
    return one;
}

}  // namespace stockham::internal
