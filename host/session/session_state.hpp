// What the copies of a session share.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include <stockham/session.hpp>

#include "base/bounded_map.hpp"
#include "runtime/memory/buffer_pool.hpp"
#include "runtime/memory/pinned_pool.hpp"
#include "runtime/opencl/addresses.hpp"
#include "runtime/programs/context_state.hpp"
#include "session/copy_threads.hpp"

namespace stockham {

namespace internal {

/// True if the device computes in the host's memory. STOCKHAM_LINK in the environment denies it, for tests of the way
/// over a link.
bool shares_host_memory(cl_device_id);

}  // namespace internal

/// A part of a buffer, mapped for as long as the object lives.
class mapped {
  public:
    /// Waits for the commands before. If memory runs out, these idle buffers make room.
    mapped(internal::buffer_pool&, cl_command_queue, cl_mem buffer, cl_map_flags, std::size_t offset,
           std::size_t bytes);
    ~mapped();
    mapped(const mapped&) = delete;
    mapped& operator=(const mapped&) = delete;
    void* data() const { return data_; }
    /// Throws opencl_error; then the destructor tries again.
    void unmap();

  private:
    internal::buffer_pool& buffers_;
    cl_command_queue queue_;
    cl_mem buffer_;
    void* data_ = nullptr;
};

/// A block of a transfer: a link reaches its rate with blocks of this size, and four of them keep copies and transfers
/// busy: 52 GB/s up and 54 down, 0.94 and 0.98 of the link; two reach 41 and 33 to 50 (16 cores, H100).
constexpr std::size_t transfer_block = std::size_t{1} << 24;
constexpr std::size_t transfer_blocks = 4;

struct session::state {
    /// Throws as the constructors of session. `queue`: null to make one at its first use.
    state(internal::context_object, cl_device_id, internal::queue_object, const session_options&);
    ~state();

    /// Throws unsupported_error (rule "fork") in a forked process.
    void check_process() const;
    /// The in-order queues: that of the user, and those of transfers that overlap with it. Made at their first use.
    enum class way { compute, upload, download };
    cl_command_queue queue(way = way::compute);
    internal::pinned_pool& pinned();
    /// Waits for the commands of all queues that exist. False if it is unknown whether one has ended.
    bool finish_all() noexcept;

    const unsigned long forks;
    const cl_device_id device;
    const internal::context_object context;
    const std::shared_ptr<internal::context_state> programs;
    const device_description description;
    const bool shares_host_memory;
    std::atomic<bool> is_stuck{false};  ///< commands of a failed run may still write to an array of the program
    const internal::address_space addresses;
    std::shared_ptr<internal::buffer_pool> buffers;
    std::shared_ptr<internal::copy_threads> copies;
    internal::bounded_map<std::string, std::shared_ptr<const stockham::plan>> plans;

  private:
    std::mutex mutex_;  // guards what is made at its first use
    std::array<internal::queue_object, 3> queues_;
    std::shared_ptr<internal::pinned_pool> pinned_;
    friend class session;
};

/// As session::upload(). `may_change`: the caller may change an array on return; otherwise when later commands of the
/// queue have ended.
void upload(session::state&, const device_memory& to, std::size_t bytes, const host_input& from, std::size_t offset,
            bool may_change);

}  // namespace stockham
