// The ways of a chunk from host memory through a device and back.
#pragma once

#include <cstddef>
#include <memory>

#include <stockham/opencl.hpp>
#include <stockham/session.hpp>

#include "job/chunk_plan.hpp"
#include "job/job_data.hpp"
#include "job/unit_rows.hpp"
#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

/// What the chunks of a device share. The compute queue is in order, so they also share the workspace.
struct device_chunks {
    const session* on = nullptr;
    const job_problem* problem = nullptr;
    std::size_t units = 0;  ///< of a whole chunk
    std::unique_ptr<chunk_plan> plan;
    device_buffer workspace;
};

/// One way, with the buffers of one chunk at a time.
class chunk_route {
  public:
    virtual ~chunk_route() = default;
    /// Reads the units and enqueues all stages; the event is the last one's. Throws user_failure or opencl_error.
    virtual event_object start(const job_data&, unit_range) = 0;
    /// Writes the results. Throws user_failure.
    virtual void finish(const job_data&, unit_range) = 0;
    /// True if the device itself writes the results into the array, from start() on.
    virtual bool writes_array(const job_data&) const = 0;
};

/// Over a link: each side from or to its array if there is one, else through pinned memory, which the host fills and
/// empties.
std::unique_ptr<chunk_route> linked_route(const device_chunks&);
/// The device computes in the arrays, whose memory it shares. Takes whole chunks only, out of place.
std::unique_ptr<chunk_route> shared_route(const device_chunks&);

}  // namespace stockham::internal
