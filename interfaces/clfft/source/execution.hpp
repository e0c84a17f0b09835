// A description compiled for one device and one direction: an optional pass that loads the input, the transform, and an
// optional pass that stores the output.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include <stockham/session.hpp>

#include "element_pass.hpp"
#include "library.hpp"
#include "scratch.hpp"

namespace clfft {

struct execution_request {
    description what;
    clfftDirection direction = CLFFT_FORWARD;
    /// Out of place, but input and output share memory: the whole input is copied before anything is written.
    bool overlapping = false;
};

class execution {
  public:
    execution(const stockham::session&, const execution_request&);

    std::size_t temporary_bytes() const { return shape_.total; }

    /// Enqueues one execution. `temporary` may be null. Returns an event, owned by the caller, if `order` asks for one;
    /// else null. Thread-safe.
    cl_event run(const order&, buffer_pair input, buffer_pair output, cl_mem temporary) const;

  private:
    void prepare(const execution_request&, bool fuse);
    cl_event run_with(const order&, buffer_pair input, buffer_pair output, const scratch&) const;
    stockham::session session_of(cl_command_queue) const;

    stockham::session session_;
    callback on_load_, on_store_;
    std::unique_ptr<element_pass> load_, store_;
    std::unique_ptr<ready_transform> transform_;
    scratch_shape shape_;
    mutable std::mutex mutex_;
    // In-order queues, with their temporary memory; last made first.
    mutable std::list<std::pair<cl_command_queue, stockham::session>> queues_;
};

}  // namespace clfft
