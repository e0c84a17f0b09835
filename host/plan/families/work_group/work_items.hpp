// How many work-items suit a tile's stages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "plan/step.hpp"

namespace stockham::internal {

/// What a tile's stages ask of work-items. Stages of one radix ask the same.
class stage_work {
  public:
    explicit stage_work(const pass_step&);

    /// What all stages do with so many work-items, in points: those of items without a butterfly count as well, and
    /// where the last of several rounds has fewer butterflies than items, addresses are made anew for each.
    double of(std::uint64_t items) const;

    /// As many work-items as the stage needs that has least use for `each` points, an item doing whole butterflies.
    std::uint64_t least_items(std::uint64_t each) const;

    /// So many, or a few more where they come out more even.
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
};

}  // namespace stockham::internal
