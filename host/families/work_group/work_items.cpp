// Counts the work of stages by the number of work-items.
#include "families/work_group/work_items.hpp"

#include <algorithm>

namespace stockham::internal {

stage_work::stage_work(const pass_step& s, double uneven) : uneven_(uneven) {
    for (const auto& g : s.stages) {
        const auto end = kinds_.begin() + count_;
        const auto butterflies = s.butterflies_of(g);
        const auto known = std::find_if(
            kinds_.begin(), end, [&](const kind& k) { return k.radix == g.radix && k.butterflies == butterflies; });
        if (known != end)
            ++known->stages;
        else
            kinds_.at(count_++) = {g.radix, butterflies, 1};
    }
}

double stage_work::of(std::uint64_t items) const {
    double work = 0;
    for (const auto& k : *this) {
        const auto rounds = (k.butterflies + items - 1) / items;
        const auto done = static_cast<double>(rounds * k.radix * items * k.stages);
        work += rounds > 1 && k.butterflies % items ? uneven_ * done : done;
    }
    return work;
}

std::uint64_t stage_work::least_items(std::uint64_t each) const {
    std::uint64_t least = 1;
    for (const auto& k : *this) {
        const auto at_a_time = std::max<std::uint64_t>(1, each / k.radix);
        least = std::max(least, (k.butterflies + at_a_time - 1) / at_a_time);
    }
    return least;
}

std::uint64_t stage_work::even_items(std::uint64_t each, std::uint64_t most) const {
    const auto least = least_items(each);
    auto best = least;
    auto least_work = of(best);
    for (const auto& k : *this)
        for (std::uint64_t rounds = 1; rounds <= std::max<std::uint64_t>(1, each / k.radix); ++rounds) {
            const auto items = (k.butterflies + rounds - 1) / rounds;
            if (items < least) break;
            if (items > std::min(2 * least, most)) continue;
            const auto work = of(items);
            if (work > least_work || (work == least_work && items >= best)) continue;
            best = items;
            least_work = work;
        }
    return best;
}

}  // namespace stockham::internal
