// The fastest length near a given one, by the cost model.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <stockham/error.hpp>
#include <stockham/estimate.hpp>

#include "base/smooth.hpp"
#include "plan/description.hpp"
#include "search/choose_plan.hpp"

namespace stockham {

namespace internal {

namespace {

/// The work of a transform, roughly: each prime factor p takes p operations per point.
std::uint64_t work_of(std::uint64_t n) {
    std::uint64_t sum = 0, left = n;
    for (std::uint64_t p = 2; p * p <= left; ++p)
        for (; left % p == 0; left /= p) sum += p;
    return n * (sum + (left > 1 ? left : 0));
}

/// The lengths from `least` to `most` that may be fastest: those without prime factors above 13, and those that the
/// kind prefers; of many, those with the least work.
std::vector<std::size_t> candidates(std::size_t least, std::size_t most, kind k) {
    constexpr std::size_t enough = 32;
    std::set<std::size_t> all;
    for (auto n = least; n <= most; ++n) {
        n = good_size(n);
        if (n <= most) all.insert(n);
    }
    for (auto n = least; n <= most && n < longest_axis; ++n) {  // dst1 needs n + 1
        n = good_size(n, k);
        if (n <= most) all.insert(n);
    }
    std::vector<std::size_t> best(all.begin(), all.end());
    std::stable_sort(best.begin(), best.end(), [](auto a, auto b) { return work_of(a) < work_of(b); });
    if (best.size() > enough) best.resize(enough);
    return best;
}

/// The predicted time; nothing if the library or the device does not support the length.
std::optional<double> seconds_of(const device_description& device, const transform& t) {
    try {
        return cheapest_plans(make_problem(t), device, 1).front().cost;
    } catch (const unsupported_error&) {
        return {};
    }
}

void check_packed(const layout& l, const char* side) {
    if (l.strides.empty() && l.distance == 0) return;
    throw argument_error(side, std::string(side) +
                                   ": strides and distances do not fit another length; only packed data may get one");
}

}  // namespace

}  // namespace internal

using namespace internal;

std::size_t v0_2::good_size(const device_description& device, const transform& given, std::size_t axis) {
    internal::check(device);
    if (axis >= given.lengths.size())
        throw argument_error("axis", "axis: the transform has " + std::to_string(given.lengths.size()) + " axes, not " +
                                         std::to_string(axis + 1));
    check_packed(given.input, "input");
    check_packed(given.output, "output");
    auto t = given;
    const auto least = given.lengths[axis];
    std::size_t best = good_size(least, t.kind);  // throws if there is no such length
    t.lengths[axis] = best;
    check(t);
    double seconds = seconds_of(device, t).value_or(std::numeric_limits<double>::infinity());
    const auto most = std::min<std::uint64_t>(std::uint64_t{least} + least / 10, longest_axis);
    for (const auto n : candidates(least, static_cast<std::size_t>(most), t.kind)) {
        if (n == best) continue;
        t.lengths[axis] = n;
        const auto found = seconds_of(device, t);
        if (found && (*found < seconds || (*found == seconds && n < best))) {
            best = n;
            seconds = *found;
        }
    }
    return best;
}

}  // namespace stockham
