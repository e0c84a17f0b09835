// Bank conflicts, counted with the addresses of cl/work_group/put.cl and get.cl by the functions of cl/index.h.
#include "families/work_group/banks.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "families/work_group/work_group.hpp"

namespace stockham::internal {

namespace {

using namespace pass_index;

index32 laid_out(index32 place, const work_group_pass& own) {
    switch (own.layout) {
    case local_layout::padded:
        return padded(place, own.pad);
    case local_layout::swizzled:
        return swizzled(place);
    case local_layout::xor_swizzled:
        return xor_swizzled(place, own.swizzle_bits[0], own.swizzle_bits[1]);
    default:
        return place;
    }
}

/// The turns of an access by several work-items to these places: as many as the busiest bank has words. No two
/// work-items access the same place.
unsigned turns_of(const index32* begin, const index32* end, const work_group_pass& own, const bank_words& banks) {
    std::array<unsigned char, most_banks> words{};
    unsigned most = 0;
    for (; begin != end; ++begin) {
        const auto word = laid_out(*begin, own) * banks.words;
        for (unsigned w = 0; w < banks.words; ++w)
            most = std::max<unsigned>(most, ++words[(word + w) & (banks.count - 1)]);
    }
    return most;
}

/// Finds the places in local memory, without a layout, that work-items access at once.
class access_finder {
  public:
    access_finder(const pass_step& s, const bank_words& banks)
        : s_(s), own_(s.to<work_group_pass>()), at_once_(banks.items) {
        for (std::size_t d = 0; d < TILE_RANK; ++d)
            tile_.at[d] = d < s.tile.size() ? static_cast<index32>(s.tile[d].points.n) : 1;
    }

    /// Calls `use` with the places of each write after a stage, or of each read before it, by work-items below `items`:
    /// the first `points` points of their butterflies in the first `rounds` rounds.
    template <class Use>
    void each(const stage& g, bool written, std::uint64_t rounds, unsigned points, unsigned items, const Use& use) {
        const auto shares = own_.sharing_items(g.radix);
        const std::uint64_t butterflies_of_tile = s_.butterflies_of(g), at_a_time = s_.work_items / shares;
        for (std::uint64_t first = 0; first < std::min(butterflies_of_tile, rounds * at_a_time); first += at_a_time)
            for (index32 point = 0; point < std::min(g.radix, points * shares); point += shares)
                for (unsigned begin = 0; begin < items; begin += at_once_) {
                    find(g, written, point, first, begin, std::min(begin + at_once_, items));
                    if (!places_.empty()) use(places_);
                }
    }

  private:
    /// The place of input or output `point` of butterfly q.
    index32 place_of(const stage& g, index32 q, index32 point, bool written) const {
        auto c = place(q, butterflies(tile_, g.dim, g.radix), g.contiguous);
        const auto j = c.at[g.dim], n = tile_.at[g.dim];
        c.at[g.dim] = written ? output_point(j, 0, g.radix, g.span) : input_point(j, 0, n, g.radix);
        c.at[g.dim] += s_.is_partial(g);
        return tile_address(c, tile_) + point * tile_step(g.dim, tile_) * (written ? g.span : n / g.radix);
    }

    void find(const stage& g, bool written, index32 point, std::uint64_t first, index32 begin, index32 end) {
        const auto shares = static_cast<index32>(own_.sharing_items(g.radix)),
                   near = static_cast<index32>(own_.near_items());
        const auto butterflies_of_tile = s_.butterflies_of(g);
        places_.clear();
        for (auto item = begin; item < end; ++item) {
            const auto q = first + own_butterfly(item, shares, near);
            if (q >= butterflies_of_tile) continue;
            const auto own = point + own_point(item, shares, near);
            places_.push_back(place_of(g, static_cast<index32>(q), own, written));
        }
    }

    const pass_step& s_;
    const work_group_pass& own_;
    unsigned at_once_;
    coordinate tile_{};
    std::vector<index32> places_;
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

bank_words words_of(const pass_step& s, const local_banks& banks) {
    const bool parts = s.to<work_group_pass>().exchange != exchange_mode::whole;
    const auto bytes = element_size(s.precision) / (parts ? 2 : 1);
    const auto words = std::max<std::uint64_t>(1, bytes / banks.bytes);
    const auto items = std::max<std::uint64_t>(1, std::min(banks.items, banks.count / words));
    return {static_cast<unsigned>(words), static_cast<unsigned>(banks.count), static_cast<unsigned>(items)};
}

}  // namespace

std::optional<double> turns_of_banks(const pass_step& s, const local_banks& banks) {
    const bool known = s.as<work_group_pass>() && !s.convolution.permuted();
    if (!known || !s.exchanges()) return {};
    const auto& own = s.to<work_group_pass>();
    const auto words = words_of(s, banks);
    std::uint64_t turns = 0, accesses = 0;
    access_finder finder(s, words);
    each_exchange(s, [&](const stage& g, bool written) {
        finder.each(g, written, ~0U, ~0U, s.work_items, [&](const std::vector<index32>& places) {
            turns += turns_of(places.data(), places.data() + places.size(), own, words);
            ++accesses;
        });
    });
    return static_cast<double>(turns) / static_cast<double>(accesses);
}

first_accesses::first_accesses(const pass_step& s, const local_banks& banks) : banks_(words_of(s, banks)) {
    access_finder finder(s, banks_);
    each_exchange(s, [&](const stage& g, bool written) {
        finder.each(g, written, 1, 1, std::min(2 * banks_.items, s.work_items),
                    [&](const std::vector<index32>& places) {
                        places_.insert(places_.end(), places.begin(), places.end());
                        ends_.push_back(places_.size());
                    });
    });
}

std::uint64_t first_accesses::turns(const work_group_pass& own) const {
    std::uint64_t turns = 0;
    std::size_t begin = 0;
    for (const auto end : ends_) {
        turns += turns_of(places_.data() + begin, places_.data() + end, own, banks_);
        begin = end;
    }
    return turns;
}

}  // namespace stockham::internal
