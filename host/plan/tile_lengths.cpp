// Chooses lengths by their chains of radices.
#include "plan/tile_lengths.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "base/smooth.hpp"
#include "families/common/radices.hpp"
#include "problem/roles.hpp"

namespace stockham::internal {

namespace {

constexpr std::size_t kept = 2;  // of each number of stages

/// Lengths without a prime factor above 13 in this range, ascending.
std::vector<std::uint64_t> smooth_lengths(std::uint64_t least, std::uint64_t most) {
    std::vector<std::uint64_t> all;
    for (auto n = least; n <= most; ++n)
        if (is_smooth(n)) all.push_back(n);
    return all;
}

/// The shortest lengths with the fewest stages of radices up to `max_radix`, and with one stage more.
void add_by_stages(std::vector<std::uint64_t>& chosen, const std::vector<std::uint64_t>& lengths, unsigned max_radix) {
    std::map<std::size_t, std::vector<std::uint64_t>> by_stages;
    for (auto n : lengths)
        if (auto& some = by_stages[radix_chain(n, max_radix).size()]; some.size() < kept) some.push_back(n);
    std::size_t groups = 0;
    for (const auto& [stages, some] : by_stages) {
        if (groups++ == 2) return;
        chosen.insert(chosen.end(), some.begin(), some.end());
    }
}

/// The lengths to try for an axis that needs at least `least` points, ascending.
std::vector<std::uint64_t> tile_lengths(std::uint64_t least, std::uint64_t capacity) {
    const auto near = std::min(least + least / 10, capacity);
    if (least > near) return {};
    const auto lengths = smooth_lengths(least, near);
    std::vector<std::uint64_t> chosen;
    for (unsigned max_radix : {16U, 20U, 32U}) add_by_stages(chosen, lengths, max_radix);
    std::uint64_t power = 1;
    while (power < least) power *= 2;
    if (power <= std::min(least + least / 4, capacity)) chosen.push_back(power);
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
}

/// The lengths to try for an axis: the shortest ones, and those for pairs of real lines.
std::vector<std::uint64_t> lengths_for(const axis_role& role, std::uint64_t capacity) {
    const auto least = least_filter_points(role), whole = whole_filter_points(role);
    auto all = tile_lengths(least, capacity);
    if (whole == least) return all;
    for (const auto length : tile_lengths(whole, capacity))
        if (std::find(all.begin(), all.end(), length) == all.end()) all.push_back(length);
    return all;
}

/// The two shortest lengths of at least `least` points whose digits can be multiples of 16, with the fewest factors
/// other than 2; at most a fifth longer.
std::vector<std::uint64_t> lengths_in_rows(std::uint64_t least) {
    constexpr std::uint64_t unit = 16 * 16, odd_factors[] = {1, 3, 5, 9};
    std::vector<std::uint64_t> found;
    for (const auto odd : odd_factors) {
        auto length = unit * odd;
        while (length < least) length *= 2;
        if (length <= least + least / 5) found.push_back(length);
    }
    std::sort(found.begin(), found.end());
    if (found.size() > kept) found.resize(kept);
    return found;
}

}  // namespace

std::vector<problem> relengthened_for_passes(const problem& p, std::uint64_t capacity) {
    std::vector<problem> found;
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        if (!p.roles[a].filter || p.axes[a].n <= capacity) continue;
        for (const auto length : lengths_in_rows(least_filter_points(p.roles[a]))) {
            std::vector<std::uint64_t> lengths;
            for (const auto& axis : p.axes) lengths.push_back(axis.n);
            if (lengths[a] == length) continue;
            lengths[a] = length;
            if (auto other = relengthened(p, lengths)) found.push_back(std::move(*other));
        }
    }
    return found;
}

std::vector<problem> relengthened_for_a_tile(const problem& p, std::uint64_t capacity) {
    std::vector<std::vector<std::uint64_t>> choices;  // of each axis
    std::size_t most = 0;
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        if (!p.roles[a].filter) {
            choices.push_back({p.axes[a].n});
            continue;
        }
        choices.push_back(lengths_for(p.roles[a], capacity));
        if (choices.back().empty()) return {};
        most = std::max(most, choices.back().size());
    }
    // Several axes take their k-th length together.
    std::vector<problem> found;
    for (std::size_t k = 0; k < most; ++k) {
        std::vector<std::uint64_t> lengths;
        for (const auto& of_axis : choices) lengths.push_back(of_axis[std::min(k, of_axis.size() - 1)]);
        if (auto other = relengthened(p, lengths)) found.push_back(std::move(*other));
    }
    return found;
}

}  // namespace stockham::internal
