// The number of work-items that suits a tile's stages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/step.hpp"

namespace stockham::internal {

/// The work of a tile's stages, grouped by radix.
class stage_work {
  public:
    /// `uneven`: the factor on stages with a partly filled last round (work_shares::uneven).
    stage_work(const pass_step&, double uneven);

    /// The work of all stages with `items` work-items, in points. Idle items count as well, and stages with a partly
    /// filled last round cost more, because each round computes its own addresses.
    double of(std::uint64_t items) const;

    /// The least number of work-items with which all stages do whole butterflies of at most `each` points per item.
    std::uint64_t least_items(std::uint64_t each) const;

    /// least_items(), or up to twice as many (at most `most`) if that is less work.
    std::uint64_t even_items(std::uint64_t each, std::uint64_t most) const;

  private:
    struct kind {
        unsigned radix = 1;
        std::uint64_t butterflies = 0;
        unsigned stages = 0;
    };
    const kind* begin() const { return kinds_.data(); }
    const kind* end() const { return kinds_.data() + count_; }

    std::array<kind, 24> kinds_{};  // the product of more radices would not fit into 64 bits
    std::size_t count_ = 0;
    double uneven_;
};

}  // namespace stockham::internal
