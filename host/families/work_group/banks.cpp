// Bank conflicts, counted with the addresses of cl/work_group/put.cl and get.cl by the functions of cl/index.h.
#include "families/work_group/banks.hpp"

#include <algorithm>
#include <array>

#include "families/work_group/work_group.hpp"

namespace stockham::internal {

namespace {

using namespace pass_index;

class counter {
  public:
    counter(const pass_step& s, const local_banks& banks)
        : s_(s), own_(s.to<work_group_pass>()), last_bank_(static_cast<unsigned>(banks.count) - 1) {
        for (std::size_t d = 0; d < TILE_RANK; ++d)
            tile_.at[d] = d < s.tile.size() ? static_cast<index32>(s.tile[d].points.n) : 1;
        const bool parts = own_.exchange != exchange_mode::whole;
        const auto bytes = element_size(s.precision) / (parts ? 2 : 1);
        words_ = static_cast<unsigned>(std::max<std::uint64_t>(1, bytes / banks.bytes));
        at_once_ = static_cast<unsigned>(std::max<std::uint64_t>(1, std::min(banks.items, banks.count / words_)));
    }

    /// Counts the writes after a stage, or the reads before it, of work-items below `items`: the first `points` points
    /// of their butterflies in the first `rounds` rounds.
    void add(const stage& g, bool written, std::uint64_t rounds, unsigned points, unsigned items) {
        const auto shares = own_.sharing_items(g.radix);
        const std::uint64_t butterflies_of_tile = s_.butterflies_of(g), at_a_time = s_.work_items / shares;
        for (std::uint64_t first = 0; first < std::min(butterflies_of_tile, rounds * at_a_time); first += at_a_time)
            for (index32 point = 0; point < std::min(g.radix, points * shares); point += shares)
                for (unsigned begin = 0; begin < items; begin += at_once_)
                    add_access(g, written, point, first, begin, std::min(begin + at_once_, items));
    }
    void add_all(const stage& g, bool written) { add(g, written, ~0U, ~0U, s_.work_items); }
    void add_first(const stage& g, bool written) { add(g, written, 1, 1, std::min(2 * at_once_, s_.work_items)); }

    std::uint64_t turns() const { return turns_; }
    double mean() const { return static_cast<double>(turns_) / static_cast<double>(accesses_); }

  private:
    /// The place of input or output `point` of butterfly q.
    index32 place_of(const stage& g, index32 q, index32 point, bool written) const {
        auto c = place(q, butterflies(tile_, g.dim, g.radix), g.contiguous);
        const auto j = c.at[g.dim], n = tile_.at[g.dim];
        c.at[g.dim] = written ? output_point(j, 0, g.radix, g.span) : input_point(j, 0, n, g.radix);
        c.at[g.dim] += s_.is_partial(g);
        const auto at = tile_address(c, tile_) + point * tile_step(g.dim, tile_) * (written ? g.span : n / g.radix);
        switch (own_.layout) {
        case local_layout::padded:
            return padded(at, own_.pad);
        case local_layout::swizzled:
            return swizzled(at);
        case local_layout::xor_swizzled:
            return xor_swizzled(at, own_.swizzle_bits[0], own_.swizzle_bits[1]);
        default:
            return at;
        }
    }

    /// An access takes as many turns as the busiest bank has words. No two work-items access the same place.
    void add_access(const stage& g, bool written, index32 point, std::uint64_t first, index32 begin, index32 end) {
        const auto shares = static_cast<index32>(own_.sharing_items(g.radix)),
                   near = static_cast<index32>(own_.near_items());
        const auto butterflies_of_tile = s_.butterflies_of(g);
        std::array<unsigned char, most_banks> words{};
        unsigned most = 0;
        for (auto item = begin; item < end; ++item) {
            const auto q = first + own_butterfly(item, shares, near);
            if (q >= butterflies_of_tile) continue;
            const auto own = point + own_point(item, shares, near);
            const auto word = place_of(g, static_cast<index32>(q), own, written) * words_;
            for (unsigned w = 0; w < words_; ++w) most = std::max<unsigned>(most, ++words[(word + w) & last_bank_]);
        }
        turns_ += most;
        accesses_ += most > 0;
    }

    const pass_step& s_;
    const work_group_pass& own_;
    unsigned last_bank_;
    coordinate tile_{};
    unsigned words_ = 2, at_once_ = 16;
    std::uint64_t turns_ = 0, accesses_ = 0;
};

/// Calls `use` for each stage with outputs in local memory (true) or inputs from there (false): between two stages, and
/// where half spectra are packed and unpacked.
template <class Use>
void each_exchange(const pass_step& s, const Use& use) {
    if (s.in.packed) use(s.stages.front(), false);
    for (std::size_t k = 0; k + 1 < s.stages.size(); ++k) {
        if (s.keeps_points(k)) continue;
        use(s.stages[k], true);
        use(s.stages[k + 1], false);
    }
    if (s.out.packed) use(s.stages.back(), true);
}

}  // namespace

std::optional<double> turns_of_banks(const pass_step& s, const local_banks& banks) {
    const bool known = s.as<work_group_pass>() && !s.permuted();
    if (!known || !s.exchanges()) return {};
    counter count(s, banks);
    each_exchange(s, [&](const stage& g, bool written) { count.add_all(g, written); });
    return count.mean();
}

std::uint64_t first_turns_of_banks(const pass_step& s, const local_banks& banks) {
    counter count(s, banks);
    each_exchange(s, [&](const stage& g, bool written) { count.add_first(g, written); });
    return count.turns();
}

}  // namespace stockham::internal
