// The state of a queue of heFFTe's.
#pragma once

#include <stockham/heffte/boxes.hpp>
#include <stockham/session.hpp>

#include "box_kernels.hpp"

namespace stockham {
inline namespace v0_2 {
namespace boxes {

struct STOCKHAM_LOCAL device_queue::state {
    /// Throws as the constructor of device_queue.
    explicit state(const session&);
    state(const state&) = delete;
    state& operator=(const state&) = delete;

    const session own;
    const cl_command_queue queue;  // the session's
    boxes_internal::box_kernels kernels;
};

}  // namespace boxes
}  // namespace v0_2
}  // namespace stockham
