// Enumerates chains and numbers of work-items.
#include "families/work_group/even_chains.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "base/bounded_map.hpp"
#include "base/immortal.hpp"
#include "kernel/butterflies.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t most_stages = 5, kept = 3;
constexpr std::uint64_t least_items = 24;  // fewer leave most of a wavefront idle

std::uint64_t rounds(std::uint64_t n, unsigned radix, std::uint64_t items) {
    return (n / radix + items - 1) / items;
}

bool is_even(std::uint64_t n, unsigned radix, std::uint64_t items) {
    return n / radix % items == 0;
}

/// Uneven stages, then those of large radix, become inner ones.
void order_stages(std::uint64_t n, even_chain& c) {
    std::sort(c.radices.begin(), c.radices.end(), [&](unsigned a, unsigned b) {
        const bool even = is_even(n, a, c.items), other = is_even(n, b, c.items);
        return even != other ? even : a < b;
    });
    // The best stage is the last one, the second best the first one.
    std::rotate(c.radices.begin(), c.radices.begin() + 1, c.radices.end());
}

class chain_search {
  public:
    chain_search(std::uint64_t n, const chain_limits& limits)
        : n_(n), limits_(limits), radices_(mixed_radices(limits.radix)) {}

    std::vector<even_chain> found() {
        std::vector<even_chain> all;
        std::size_t lengths = 0;
        for (std::size_t stages = 2; stages <= most_stages && lengths < 2; ++stages) {
            best_.clear();
            extend(n_, radices_.size(), stages);
            lengths += !best_.empty();
            for (auto& c : best_) {
                order_stages(n_, c);
                all.push_back(std::move(c));
            }
        }
        return all;
    }

  private:
    /// Completes the chain by `left` radices with product `rest`, in descending order.
    void extend(std::uint64_t rest, std::size_t count, std::size_t left) {
        if (left == 0) {
            if (rest == 1) add();
            return;
        }
        for (auto k = count; k > 0; --k)
            if (rest % radices_[k - 1] == 0) {
                chain_.push_back(radices_[k - 1]);
                extend(rest / radices_[k - 1], k, left - 1);
                chain_.pop_back();
            }
    }

    /// Keeps the chain with its best number of work-items if it is among the best.
    void add() {
        even_chain best;
        for (unsigned radix : chain_)
            for (std::uint64_t r = 1; r * radix <= limits_.points; ++r) consider((n_ / radix + r - 1) / r, best);
        if (best.radices.empty()) return;
        const auto place = std::upper_bound(best_.begin(), best_.end(), best,
                                            [](const even_chain& a, const even_chain& b) { return a.work < b.work; });
        best_.insert(place, std::move(best));
        if (best_.size() > kept) best_.pop_back();
    }

    void consider(std::uint64_t items, even_chain& best) const {
        if (items < least_items || items > limits_.items) return;
        even_chain c{{}, items, 1, 0};
        for (unsigned radix : chain_) {
            const auto all = rounds(n_, radix, items);
            c.held = std::max(c.held, all * radix);
            const double work = static_cast<double>(all * radix * items);
            c.work += all > 1 && !is_even(n_, radix, items) ? limits_.uneven * work : work;
        }
        const auto registers = c.held * limits_.point_registers + limits_.item_registers;
        if (c.held > limits_.points || registers * items > limits_.registers) return;
        if (!best.radices.empty() && c.work >= best.work) return;
        c.radices = chain_;
        best = std::move(c);
    }

    std::uint64_t n_;
    chain_limits limits_;
    std::vector<unsigned> radices_, chain_;
    std::vector<even_chain> best_;
};

}  // namespace

std::vector<even_chain> even_chains(std::uint64_t n, const chain_limits& limits) {
    // A search needs the same few chains again and again.
    using key = std::tuple<std::uint64_t, unsigned, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, double>;
    static auto& known = immortal<bounded_map<key, std::vector<even_chain>>>(map_limits{4096, 0});
    const key k{n, limits.radix, limits.points, limits.items, limits.registers, limits.item_registers, limits.uneven};
    return known.get(k, [&] { return chain_search(n, limits).found(); });
}

}  // namespace stockham::internal
