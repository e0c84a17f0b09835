// Threads that copy in host memory, and work that is divided among them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>

#include "session/copy_pool.hpp"

namespace stockham::internal {

/// Threads that are started at their first use. Thread-safe.
class copy_threads {
  public:
    /// 0: the threads of the process, which sessions and jobs share.
    explicit copy_threads(unsigned wanted) : wanted_(wanted) {}

    /// The threads. Those of the process have the priority of the thread that started them, so a more urgent one gets
    /// new ones.
    std::shared_ptr<copy_pool> pool();

    /// Calls body(first, count) for parts of `items` items, by the threads if the parts are worth it.
    void in_parts(std::size_t items, std::size_t item_bytes,
                  const std::function<void(std::size_t first, std::size_t count)>& body);
    /// Copies, by the threads if that is faster. `to_upload` as in row_copy.
    void copy(void* to, const void* from, std::size_t bytes, bool to_upload);

  private:
    const unsigned wanted_;
    std::once_flag once_;
    std::shared_ptr<copy_pool> own_;
};

}  // namespace stockham::internal
