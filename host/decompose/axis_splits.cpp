// The rule `split`: the length of an axis as a product of digits.
#include <algorithm>

#include "base/smooth.hpp"
#include "decompose/digit_convolution.hpp"
#include "decompose/sequences.hpp"

namespace stockham::internal {

namespace {

std::vector<std::uint64_t> divisors(std::uint64_t n) {
    std::vector<std::uint64_t> low, high;
    for (std::uint64_t d = 1; d * d <= n; ++d)
        if (n % d == 0) {
            low.push_back(d);
            if (d * d != n) high.push_back(n / d);
        }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

/// n as `count` digits of nearly equal length, longest first. Each digit is the least divisor of the rest that is at
/// least the rest's count-th root.
std::vector<std::uint64_t> balanced(std::uint64_t n, unsigned count) {
    std::vector<std::uint64_t> digits;
    for (; count > 1; --count) {
        const auto all = divisors(n);
        const auto least = std::find_if(all.begin(), all.end(), [&](std::uint64_t d) {
            long double power = 1;
            for (unsigned k = 0; k < count; ++k) power *= static_cast<long double>(d);
            return power >= static_cast<long double>(n);
        });
        digits.push_back(*least);
        n /= *least;
    }
    digits.push_back(n);
    std::sort(digits.rbegin(), digits.rend());
    return digits;
}

bool all_fit(const std::vector<std::uint64_t>& digits, std::uint64_t longest) {
    // Without the first condition, long primes would take long to test.
    return std::all_of(digits.begin(), digits.end(),
                       [&](std::uint64_t d) { return d <= longest + 1 && tile_points(d) <= longest; });
}

/// There may be hundreds of splits into three digits: only the most even ones are kept.
constexpr std::size_t most_uneven = 48;

void keep_most_even(std::vector<axis_split>& found) {
    if (found.size() <= most_uneven) return;
    const auto longest = [](const axis_split& s) { return *std::max_element(s.digits.begin(), s.digits.end()); };
    std::stable_sort(found.begin(), found.end(),
                     [&](const axis_split& a, const axis_split& b) { return longest(a) < longest(b); });
    found.resize(most_uneven);
}

}  // namespace

std::vector<axis_split> splits(std::uint64_t n, std::uint64_t longest) {
    std::vector<axis_split> found;
    for (unsigned count = 1; found.size() < 4; ++count) {
        auto digits = balanced(n, count);
        if (count > 1 && digits.back() < (has_chain(n) ? 8 : 2)) break;
        if (!all_fit(digits, longest)) continue;
        found.push_back({digits, false});
        if (count > 1) found.push_back({std::move(digits), true});
    }
    return found;
}

std::vector<axis_split> uneven_splits(std::uint64_t n, std::uint64_t longest) {
    std::vector<axis_split> found;
    const auto add = [&](std::vector<std::uint64_t> digits) {
        const auto [least, most] = std::minmax_element(digits.begin(), digits.end());
        if (*least < 2 || !all_fit(digits, longest) || (digits.size() == 3 && *most > 16 * *least)) return;
        if (digits == balanced(n, static_cast<unsigned>(digits.size()))) return;
        found.push_back({digits, false});
        found.push_back({std::move(digits), true});
    };
    const auto all = divisors(n);
    for (auto a : all) add({a, n / a});
    if (n > longest * 8)  // else two digits are enough
        for (auto a : all)
            for (auto b : divisors(n / a)) add({a, b, n / a / b});
    if ((n & (n - 1)) != 0) keep_most_even(found);
    return found;
}

}  // namespace stockham::internal
