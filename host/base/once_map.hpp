// Values made once: by the first who asks for a key, while others who want the same one wait for it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace stockham::internal {

/// Thread-safe. Makers of different keys run side by side. A maker that throws leaves the key unmade.
template <class Key, class Value>
class once_map {
  public:
    template <class Make>
    Value get(const Key& key, const Make& make) {
        std::shared_ptr<slot> mine;
        {
            const std::lock_guard lock(mutex_);
            auto& known = slots_[key];
            if (!known) known = std::make_shared<slot>();
            mine = known;
        }
        const std::lock_guard lock(mine->mutex);
        if (!mine->value) mine->value = make();
        return *mine->value;
    }

    /// The value if it is made, and nobody is making it.
    std::optional<Value> find(const Key& key) {
        std::shared_ptr<slot> mine;
        {
            const std::lock_guard lock(mutex_);
            const auto known = slots_.find(key);
            if (known == slots_.end() || !known->second) return std::nullopt;
            mine = known->second;
        }
        const std::unique_lock lock(mine->mutex, std::try_to_lock);
        return lock ? mine->value : std::nullopt;
    }

  private:
    struct slot {
        std::mutex mutex;
        std::optional<Value> value;
    };
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<slot>> slots_;
};

}  // namespace stockham::internal
