// A filter for pages of one size.
#pragma once

#include <cstddef>
#include <vector>

#include "engine.hpp"
#include "image/edges.hpp"
#include "image/gain.hpp"
#include "image/picture.hpp"
#include "image/spectral_planes.hpp"

namespace stockham::tools {

/// Thread-safe. Defined for float and double.
template <class T>
class page_filter {
  public:
    /// For pages of the size of `page`, continued beyond their edges. The gains of up to `most_kept` points are kept
    /// for the next pages; more would take much memory and are computed for each page.
    page_filter(const tools::filter& f, boundary beyond, const picture& page,
                std::size_t most_kept = std::size_t{1} << 26);

    const tools::filter& filter() const noexcept { return filter_; }

    /// The transform that follows the gains, for `count` colour channels.
    transform inverse(unsigned count) const { return spectral_planes<T>::inverse(across_.length, down_.length, count); }

    /// The colour channels of a page, filtered; the page is the first part() of the planes. It loses its samples unless
    /// it has alpha.
    spectral_planes<T> operator()(const engine& e, picture& page) const;

  private:
    void multiply_row(spectral_planes<T>& planes, std::size_t y) const;

    tools::filter filter_;
    framed_axis down_, across_;
    std::vector<T> gains_;  // empty: computed for each page
};

}  // namespace stockham::tools
