// A map whose values are computed once: concurrent callers with the same key wait for the first.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace stockham::internal {

/// Thread-safe. `make` functions for different keys run concurrently. If `make` throws, the key stays without a value.
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

    /// The value, or nothing if there is none yet or it is just being computed.
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
