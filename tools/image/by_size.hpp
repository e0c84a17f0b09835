// Values that are made once for all pages of a size: gains, spectra of kernels, plans.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

namespace stockham::tools {

/// Thread-safe. The last few sizes are kept.
template <class Value>
class by_size {
  public:
    /// The value for pages of this size, of make() at the first call. Other threads wait while it is made.
    template <class Make>
    std::shared_ptr<const Value> get(std::size_t width, std::size_t height, std::size_t count, Make make) {
        constexpr std::size_t most_sizes = 8;
        const std::lock_guard lock(mutex_);
        const std::array<std::size_t, 3> size = {width, height, count};
        if (const auto found = values_.find(size); found != values_.end()) return found->second;
        if (values_.size() >= most_sizes) values_.clear();
        return values_[size] = std::make_shared<const Value>(make());
    }

  private:
    std::mutex mutex_;
    std::map<std::array<std::size_t, 3>, std::shared_ptr<const Value>> values_;
};

}  // namespace stockham::tools
