// Chains of radices: the stages of a transform.
#include <algorithm>
#include <map>
#include <utility>

#include "families/common/radices.hpp"

namespace stockham::internal {

namespace {

constexpr unsigned largest_mixed = 32;  // every radix up to here has a butterfly

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

/// Extends `chain` in all ways by radices of at most `largest` with product n. Keeps the chain with the fewest stages
/// in `best` and, among those, the one with the smallest sum, which is the most even one.
void extend(std::uint64_t n, unsigned largest, std::vector<unsigned>& chain, std::vector<unsigned>& best) {
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
    for (unsigned radix = largest; radix >= 2; --radix)
        if (n % radix == 0) {
            chain.push_back(radix);
            extend(n / radix, radix, chain, best);
            chain.pop_back();
        }
}

std::vector<unsigned> mixed(std::uint64_t n, unsigned max_radix) {
    std::vector<unsigned> radices;
    // A limit below the largest prime factor is raised to it.
    for (unsigned largest = std::min(max_radix, largest_mixed); radices.empty() && largest <= largest_mixed;
         ++largest) {
        std::vector<unsigned> chain;
        extend(n, largest, chain, radices);
    }
    return radices;
}

}  // namespace

bool has_butterfly(unsigned radix) {
    return (radix >= 1 && radix <= largest_mixed) || radix == 64 || radix == 128 || radix == 256;
}

std::vector<unsigned> radix_chain(std::uint64_t n, unsigned max_radix, bool ascending) {
    std::vector<unsigned> radices;
    if ((n & (n - 1)) == 0) {
        radices = powers_of_two(n, max_radix);
    } else {
        // A search needs the same few chains again and again.
        thread_local std::map<std::pair<std::uint64_t, unsigned>, std::vector<unsigned>> known;
        auto& chain = known[{n, max_radix}];
        if (chain.empty()) chain = mixed(n, max_radix);
        radices = chain;
    }
    if (ascending) std::reverse(radices.begin(), radices.end());
    return radices;
}

}  // namespace stockham::internal
