// All sequences of the rules, cut off where they cannot be among the cheapest any more.
#include "planner/search.hpp"

#include <algorithm>

#include "planner/cost.hpp"

namespace stockham {

namespace {

/// Memory is not free: a plan with a workspace must save this share of a pass.
constexpr double workspace_price = 0.03;

/// Calls `use` for each choice of one split an axis.
template <class Use>
void each_choice(const std::vector<std::vector<axis_split>>& options, std::vector<axis_split>& chosen, const Use& use) {
    if (chosen.size() == options.size()) return use(chosen);
    for (const auto& option : options[chosen.size()]) {
        chosen.push_back(option);
        each_choice(options, chosen, use);
        chosen.pop_back();
    }
}

/// The splits worth a try: every balanced one of each axis; on GPUs any uneven one of one axis, where the others stay
/// whole or (in two dimensions) are split evenly.
template <class Use>
void each_split(const problem& p, const device_description& device, const Use& use) {
    const auto capacity = tile_capacity(device, p.precision);
    std::vector<std::vector<axis_split>> balanced;
    std::vector<axis_split> chosen;
    for (const auto& axis : p.axes) balanced.push_back(splits(axis.n, capacity));
    each_choice(balanced, chosen, use);
    if (device.vector_bytes) return;
    for (std::size_t a = 0; a < p.axes.size(); ++a)
        for (const auto& uneven : uneven_splits(p.axes[a].n, capacity)) {
            auto options = balanced;
            for (std::size_t other = 0; other < p.axes.size(); ++other)
                if (p.axes.size() > 2) options[other] = {{{p.axes[other].n}, false}};
            options[a] = {uneven};
            each_choice(options, chosen, use);
        }
}

}  // namespace

std::vector<std::uint64_t> key_of(const pass_problem& p) {
    std::vector<std::uint64_t> k{static_cast<std::uint64_t>(p.src),
                                 static_cast<std::uint64_t>(p.dst),
                                 p.in_offset,
                                 p.out_offset,
                                 p.scale != 1,
                                 p.transforms.size()};
    for (const auto& t : p.transforms) k.insert(k.end(), {t.points.n, t.points.is, t.points.os, t.order});
    for (const auto& l : p.lines) {
        k.insert(k.end(), {l.lines.n, l.lines.is, l.lines.os});
        k.insert(k.end(), l.phase.begin(), l.phase.end());
    }
    return k;
}

std::size_t whole_workspace(const problem& p) {
    return p.points() * element_size(p.precision);
}

const std::optional<shaped_pass>& shaper::operator()(const pass_problem& p) {
    auto& known = known_[key_of(p)];
    if (!known) known = shape(p, device_, options_);
    return *known;
}

bool shaper::add(const std::vector<pass_problem>& passes, double bound, candidate& c) {
    auto left = passes.size();  // none of which costs less than the floor
    for (const auto& pass : passes) {
        const auto floor = pass_floor(2 * pass.points() * element_size(pass.precision), device_);
        if (c.cost + floor * static_cast<double>(left--) >= bound) return false;
        const auto& shaped = (*this)(pass);
        if (!shaped || c.cost + shaped->cost >= bound) return false;
        c.cost += shaped->cost;
        c.plan.steps.emplace_back(shaped->step);
        c.how.choices.push_back(shaped->choice);
    }
    return true;
}

std::vector<candidate> search(const problem& p, const device_description& device, const shape_options& options,
                              const memory_places& places, std::size_t count) {
    const auto capacity = tile_capacity(device, p.precision);
    const double traffic = 2.0 * static_cast<double>(whole_workspace(p));
    const double least = pass_floor(2 * whole_workspace(p), device);
    shaper shapes(device, options);
    std::vector<candidate> best;
    const auto bound = [&] { return best.size() < count ? candidate{}.cost : best.back().cost; };
    each_split(p, device, [&](const std::vector<axis_split>& split) {
        std::size_t digits = 0;  // of the axis that has most: no two of an axis share a pass
        for (const auto& axis : split) digits = std::max(digits, axis.digits.size());
        const auto most_passes = static_cast<std::size_t>(std::min(bound() / least, 1e3));
        if (digits > most_passes) return;
        for (auto& sequence : sequences(split, capacity, most_passes)) {
            if (static_cast<double>(sequence.passes.size()) * least >= bound()) continue;
            bool uses_workspace = false;
            candidate c;
            const auto passes = passes_of(p, sequence, places, uses_workspace);
            c.cost = uses_workspace ? workspace_price * traffic : 0;
            if (!shapes.add(passes, bound(), c)) continue;
            c.plan.workspace_bytes = uses_workspace ? whole_workspace(p) : 0;
            c.how.sequence = std::move(sequence);
            best.insert(std::upper_bound(best.begin(), best.end(), c,
                                         [](const candidate& a, const candidate& b) { return a.cost < b.cost; }),
                        std::move(c));
            if (best.size() > count) best.pop_back();
        }
    });
    return best;
}

}  // namespace stockham
