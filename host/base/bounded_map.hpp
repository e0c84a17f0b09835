// A map that computes each value once and drops the least recently used ones. Concurrent callers with the same key wait
// for the first.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace stockham::internal {

/// Limits of a bounded_map; 0: none.
struct map_limits {
    std::size_t values = 0;
    std::size_t weight = 0;  ///< in all, in the unit of the weights that callers give
};

/// Thread-safe. `make` functions for different keys run concurrently. If `make` throws, the key stays without a value.
/// A value that is dropped is destroyed by the call that exceeds the limit. At least the last value stays.
template <class Key, class Value>
class bounded_map {
  public:
    explicit bounded_map(map_limits most = {}) : most_(most) {}

    /// The value, made by `make` if there is none.
    template <class Make>
    Value get(const Key& key, const Make& make) {
        return get(key, make, [](const Value&) { return std::size_t{0}; });
    }

    /// The same; a new value weighs `weigh(value)`.
    template <class Make, class Weigh>
    Value get(const Key& key, const Make& make, const Weigh& weigh) {
        const auto mine = slot_of(key);
        const std::lock_guard lock(mine->mutex);
        if (!mine->value) {
            try {
                mine->value = make();
            } catch (...) {
                forget(key, mine);
                throw;
            }
            count(key, mine, weigh(*mine->value));
        }
        return *mine->value;
    }

    /// The value, or nothing if there is none yet or it is just being computed.
    std::optional<Value> find(const Key& key) {
        std::shared_ptr<slot> mine;
        {
            const std::lock_guard lock(mutex_);
            const auto known = slots_.find(key);
            if (known == slots_.end()) return std::nullopt;
            mine = known->second;
            touch(*mine);
        }
        const std::unique_lock lock(mine->mutex, std::try_to_lock);
        return lock ? mine->value : std::nullopt;
    }

    void limit(map_limits most) {
        const std::vector<std::shared_ptr<slot>> dropped = [&] {
            const std::lock_guard lock(mutex_);
            most_ = most;
            return drop_beyond_limits();
        }();
    }

    void clear() {
        std::map<Key, std::shared_ptr<slot>> dropped;
        const std::lock_guard lock(mutex_);
        dropped.swap(slots_);
        used_.clear();
        weight_ = 0;
    }

    std::size_t size() {
        const std::lock_guard lock(mutex_);
        return used_.size();
    }

  private:
    /// `place` is in used_ once the value exists; guarded by mutex_ like `weight`, the value by its own mutex.
    struct slot {
        std::mutex mutex;
        std::optional<Value> value;
        std::size_t weight = 0;
        std::optional<typename std::list<Key>::iterator> place;
    };

    std::shared_ptr<slot> slot_of(const Key& key) {
        const std::lock_guard lock(mutex_);
        auto& known = slots_[key];
        if (!known) known = std::make_shared<slot>();
        touch(*known);
        return known;
    }

    void touch(slot& used) {
        if (used.place) used_.splice(used_.begin(), used_, *used.place);
    }

    void count(const Key& key, const std::shared_ptr<slot>& made, std::size_t weight) {
        const std::vector<std::shared_ptr<slot>> dropped = [&]() -> std::vector<std::shared_ptr<slot>> {
            const std::lock_guard lock(mutex_);
            const auto known = slots_.find(key);
            if (known == slots_.end() || known->second != made) return {};  // cleared meanwhile
            used_.push_front(key);
            made->place = used_.begin();
            made->weight = weight;
            weight_ += weight;
            return drop_beyond_limits();
        }();
    }

    /// A slot without a value that no other caller waits for.
    void forget(const Key& key, const std::shared_ptr<slot>& failed) {
        const std::lock_guard lock(mutex_);
        const auto known = slots_.find(key);
        constexpr long mine_and_the_maps = 2;
        if (known != slots_.end() && known->second == failed && failed.use_count() <= mine_and_the_maps)
            slots_.erase(known);
    }

    std::vector<std::shared_ptr<slot>> drop_beyond_limits() {
        std::vector<std::shared_ptr<slot>> dropped;
        while (used_.size() > 1 &&
               ((most_.values && used_.size() > most_.values) || (most_.weight && weight_ > most_.weight))) {
            const auto oldest = slots_.find(used_.back());
            weight_ -= oldest->second->weight;
            dropped.push_back(std::move(oldest->second));
            slots_.erase(oldest);
            used_.pop_back();
        }
        return dropped;
    }

    std::mutex mutex_;
    map_limits most_;
    std::map<Key, std::shared_ptr<slot>> slots_;
    std::list<Key> used_;  // keys with values, the last used first
    std::size_t weight_ = 0;
};

}  // namespace stockham::internal
