// Chains of radices: the stages of a transform.
#include "families/common/radices.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/bounded_map.hpp"
#include "base/immortal.hpp"
#include "kernel/butterflies.hpp"

namespace stockham::internal {

namespace {

std::vector<unsigned> powers_of_two(std::uint64_t n, unsigned max_radix) {
    unsigned bits = 0, most = 1;  // log2 of n and of the largest radix
    while ((std::uint64_t{1} << bits) < n) ++bits;
    while ((2U << most) <= max_radix) ++most;
    const unsigned stages = (bits + most - 1) / most;
    std::vector<unsigned> radices;
    radices.reserve(stages);
    for (unsigned k = 0; k < stages; ++k) {
        const unsigned left = stages - k, share = (bits + left - 1) / left;
        radices.push_back(1U << share);
        bits -= share;
    }
    return radices;
}

/// Extends `chain` in all ways by the first `count` of these radices with product n. Keeps the chain with the fewest
/// stages in `best` and, among those, the one with the smallest sum, which is the most even one.
void extend(std::uint64_t n, const std::vector<unsigned>& radices, std::size_t count, std::vector<unsigned>& chain,
            std::vector<unsigned>& best) {
    const auto sum = [](const std::vector<unsigned>& c) {
        unsigned total = 0;
        for (unsigned r : c) total += r;
        return total;
    };
    if (n == 1) {
        if (best.empty() || chain.size() < best.size() || (chain.size() == best.size() && sum(chain) < sum(best)))
            best = chain;
        return;
    }
    if (!best.empty() && chain.size() == best.size()) return;
    for (auto k = count; k > 0; --k)
        if (n % radices[k - 1] == 0) {
            chain.push_back(radices[k - 1]);
            extend(n / radices[k - 1], radices, k, chain, best);
            chain.pop_back();
        }
}

std::vector<unsigned> mixed(std::uint64_t n, unsigned max_radix) {
    static const auto& all = immortal(mixed_radices(std::numeric_limits<unsigned>::max()));
    std::vector<unsigned> best;
    // A limit below the largest prime factor is raised to it.
    for (auto count = mixed_radices(max_radix).size(); best.empty() && count <= all.size(); ++count) {
        std::vector<unsigned> chain;
        extend(n, all, count, chain, best);
    }
    return best;
}

}  // namespace

std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix, bool ascending) {
    std::vector<unsigned> radices;
    if ((n & (n - 1)) == 0) {
        radices = powers_of_two(n, max_radix);
    } else {
        // A search needs the same few chains again and again.
        static auto& known =
            immortal<bounded_map<std::pair<std::uint64_t, unsigned>, std::vector<unsigned>>>(map_limits{4096, 0});
        radices = known.get({n, max_radix}, [&] { return mixed(n, max_radix); });
    }
    if (ascending) std::reverse(radices.begin(), radices.end());
    return radices;
}

}  // namespace stockham::internal
