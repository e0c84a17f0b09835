// Device memory that is lent, and kept for its next use.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include <stockham/device.hpp>
#include <stockham/error.hpp>

#include "runtime/opencl/opencl.hpp"

namespace stockham::internal {

struct pooled_buffer {
    memory_object memory;
    std::size_t bytes = 0;  ///< of the buffer
    std::size_t asked = 0;  ///< of the request, which count for limits
};

class device_account;

/// The buffers of one session. The pools of a device share an account: a request may use the memory that the others
/// have left, and takes their idle buffers if need be. Thread-safe.
class buffer_pool {
  public:
    /// `asked`: the user's limit of the bytes that are lent at one time, 0 for the default (memory_rule.hpp).
    /// `on_host`: the device's memory is the host's.
    buffer_pool(context_object, cl_device_id, const device_description&, std::size_t asked, bool on_host);
    ~buffer_pool();
    buffer_pool(const buffer_pool&) = delete;
    buffer_pool& operator=(const buffer_pool&) = delete;

    /// A buffer of at least this size, above 0, and at most an eighth larger. Throws unsupported_error (rule "memory")
    /// beyond the limit, opencl_error.
    pooled_buffer take(std::size_t bytes);
    void give_back(pooled_buffer) noexcept;
    /// Buffers of these sizes for one run, empty ones for 0 bytes. If other runs of the process hold the memory for
    /// them, waits for these. give_back_all() ends the run; without `again` the buffers are released instead of kept:
    /// after a failure, they may be mapped, or in use.
    std::vector<pooled_buffer> take_all(const std::vector<std::size_t>& sizes);
    void give_back_all(std::vector<pooled_buffer>, bool again = true) noexcept;

    /// Bytes that may be lent in all at this moment, these included that are lent.
    std::size_t usable() const;
    std::size_t idle_bytes() const;
    void trim();
    /// Releases the idle buffers of all pools of the device.
    void trim_all();
    /// Calls f. If memory runs out, releases the idle buffers of the device and calls f once more: drivers allocate
    /// memory when it is first used, and other programs take some.
    template <class Function>
    auto with_room(const Function& f) {
        try {
            return f();
        } catch (const opencl_error& e) {
            if (!is_lack_of_memory(e.code())) throw;
        }
        trim_all();
        return f();
    }

  private:
    friend class device_account;
    pooled_buffer take_idle(std::size_t bytes);
    bool has_room(std::size_t bytes) const;
    void check_room(std::size_t bytes) const;
    void reserve(std::size_t bytes, std::list<pooled_buffer>& dropped) noexcept;
    void drop_oldest(std::list<pooled_buffer>& dropped) noexcept;
    pooled_buffer make_reserved(std::size_t bytes);

    context_object context_;
    std::string name_;
    std::size_t limit_, ceiling_;  // for this pool, and for all pools of the device
    bool on_host_;
    std::shared_ptr<device_account> account_;  // its mutex guards what follows
    std::size_t lent_ = 0, idle_ = 0;
    std::list<pooled_buffer> free_;  // the last used at the end
};

}  // namespace stockham::internal
