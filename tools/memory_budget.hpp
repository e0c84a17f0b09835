// Memory that threads share: each takes the bytes that its work needs, and waits until they are free.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

namespace stockham::tools {

class memory_budget {
  public:
    explicit memory_budget(std::size_t bytes) : total_(bytes) {}
    memory_budget(const memory_budget&) = delete;
    memory_budget& operator=(const memory_budget&) = delete;

    /// A share of the memory; the destructor returns it. The budget must outlive it.
    class share {
      public:
        share() = default;
        share(share&& other) noexcept;
        share& operator=(share&& other) noexcept;
        ~share() { give_back(); }

      private:
        friend class memory_budget;
        share(memory_budget& from, std::size_t bytes) : from_(&from), bytes_(bytes) {}
        void give_back() noexcept;

        memory_budget* from_ = nullptr;
        std::size_t bytes_ = 0;
    };

    /// Waits until `bytes` are free. More than the whole budget waits until all of it is free. Thread-safe. A thread
    /// that has a share must not wait for another one of the same budget.
    share take(std::size_t bytes);

  private:
    std::size_t total_, taken_ = 0;
    std::mutex mutex_;
    std::condition_variable returned_;
};

}  // namespace stockham::tools
