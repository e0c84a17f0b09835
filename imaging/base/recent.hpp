// The values that were used last, by name.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <utility>

namespace stockham::imaging_internal {

/// Keeps at most `most` values and forgets the one whose last use is the longest ago. Not thread-safe.
template <class Value, std::size_t most = 8>
class recent {
  public:
    /// The value of a key, or null.
    const Value* find(const std::string& key) {
        for (auto each = values_.begin(); each != values_.end(); ++each)
            if (each->first == key) {
                values_.splice(values_.begin(), values_, each);
                return &each->second;
            }
        return nullptr;
    }

    /// Adds the value of a key that has none.
    const Value& add(std::string key, Value value) {
        if (values_.size() == most) values_.pop_back();
        values_.emplace_front(std::move(key), std::move(value));
        return values_.front().second;
    }

    bool empty() const noexcept { return values_.empty(); }
    void clear() noexcept { values_.clear(); }

  private:
    std::list<std::pair<std::string, Value>> values_;
};

}  // namespace stockham::imaging_internal
