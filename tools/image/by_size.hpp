// Values that are made once for all pages of a size: gains, spectra of kernels, plans.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "base/bounded_map.hpp"

namespace stockham::tools {

/// Thread-safe. The sizes used last are kept.
template <class Value>
class by_size {
  public:
    /// The value for pages of this size, of make() at the first call. Other threads that want it wait meanwhile.
    template <class Make>
    std::shared_ptr<const Value> get(std::size_t width, std::size_t height, std::size_t count, Make make) {
        return values_.get({width, height, count}, [&] { return std::make_shared<const Value>(make()); });
    }

  private:
    static constexpr std::size_t most_sizes = 8;
    internal::bounded_map<std::array<std::size_t, 3>, std::shared_ptr<const Value>> values_{{most_sizes, 0}};
};

}  // namespace stockham::tools
