// Branch and bound over all sequences of the rules.
#include "plan/branch_and_bound.hpp"

#include <algorithm>

#include "base/smooth.hpp"
#include "cost/cost.hpp"
#include "decompose/passes.hpp"

namespace stockham::internal {

namespace {

/// Lower bound on the cost of any pass of the problem: it reads and writes at least the smaller of both sides.
double least_pass(const problem& p, const device_description& device) {
    std::uint64_t in = signals_of(p), out = p.transforms();
    for (const auto& role : p.roles) {
        in *= role.in_points;
        out *= role.out_points;
    }
    const auto bytes = std::min(in * bytes_of(p.in_form, p.precision), out * bytes_of(p.out_form, p.precision));
    return least_seconds(2 * bytes, device);
}

double least_of(const pass_problem& pass, const device_description& device) {
    return least_seconds(pass.in_bytes() + pass.out_bytes(), device);
}

/// Calls `use` for each combination of one split per axis.
template <class Use>
void each_choice(const std::vector<std::vector<axis_split>>& options, std::vector<axis_split>& chosen, const Use& use) {
    if (chosen.size() == options.size()) return use(chosen);
    for (const auto& option : options[chosen.size()]) {
        chosen.push_back(option);
        each_choice(options, chosen, use);
        chosen.pop_back();
    }
}

/// The prime that is a radix of whole real lines along this axis, beside others; 0 if there is none.
std::uint64_t prime_in_line(const problem& p, std::size_t axis, const device_description& device) {
    const auto n = p.axes[axis].n, prime = permuted_factor(n);
    const bool real = p.roles[axis].packed || p.roles[axis].hermitian_out || p.roles[axis].hermitian_in;
    return real && prime < n && !device.vector_bytes ? prime : 0;
}

/// Digits of real lines whose length has two primes that Rader's algorithm transforms: the other factors, if any, then
/// a prime for each pass.
std::vector<axis_split> splits_by_primes(const problem& p, std::size_t axis, std::uint64_t capacity,
                                         const device_description& device) {
    const auto& role = p.roles[axis];
    const bool real = role.hermitian_out || role.hermitian_in;
    const auto n = p.axes[axis].n, others = chained_factor(n), rest = n / others;
    if (!real || role.is_convolved() || device.vector_bytes || others > capacity) return {};
    std::vector<axis_split> found;
    for (std::uint64_t prime = 2; prime * prime <= rest; ++prime) {
        const auto second = rest / prime;
        if (rest % prime != 0 || second > capacity || !is_permuted(prime) || !is_permuted(second)) continue;
        for (auto digits : {std::vector{others, prime, second}, std::vector{others, second, prime}}) {
            if (others == 1) digits.erase(digits.begin());
            found.push_back({std::move(digits), false});
        }
        if (prime == second) found.pop_back();
    }
    return found;
}

bool is_split(const axis_split& s) {
    return s.digits.size() > 1;
}

/// The splits to try: all combinations of balanced ones; on GPUs also an uneven split of one axis, while the others
/// are whole or (in two dimensions) split evenly.
template <class Use>
void each_split(const problem& p, const device_description& device, const shape_options& options, const Use& use) {
    const auto capacity = tile_capacity(device, p.precision, options);
    std::vector<std::vector<axis_split>> balanced;
    std::vector<axis_split> chosen;
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        balanced.push_back(splits(p.axes[a].n, capacity));
        // Packing and unpacking need the whole axis in one pass.
        auto& own = balanced.back();
        if (p.roles[a].packed || !options.splits_axes)
            own.erase(std::remove_if(own.begin(), own.end(), is_split), own.end());
        if (const auto prime = prime_in_line(p, a, device); prime && p.axes[a].n <= capacity)
            own.push_back({{p.axes[a].n / prime, prime}, false});
        for (auto& split : splits_by_primes(p, a, capacity, device)) own.push_back(std::move(split));
    }
    each_choice(balanced, chosen, use);
    if (device.vector_bytes || !options.splits_axes) return;
    for (std::size_t a = 0; a < p.axes.size(); ++a) {
        if (p.roles[a].packed) continue;
        for (const auto& uneven : uneven_splits(p.axes[a].n, capacity)) {
            auto around = balanced;
            for (std::size_t other = 0; other < p.axes.size(); ++other)
                if (p.axes.size() > 2) around[other] = {{{p.axes[other].n}, false}};
            around[a] = {uneven};
            each_choice(around, chosen, use);
        }
    }
}

}  // namespace

void candidate::start(std::uint64_t workspace, const problem& p, const device_description& device) {
    plan.workspace_bytes = workspace * element_size(p.precision);
    cost = workspace_cost = workspace ? workspace_seconds(whole_workspace(p), device) : 0;
}

void candidate::add(shaped_pass shaped) {
    cost += shaped.cost;
    device_seconds.push_back(shaped.device_seconds);
    traffic.push_back(shaped.traffic);
    plan.steps.emplace_back(std::move(shaped.step));
    how.choices.push_back(std::move(shaped.choice));
}

std::uint64_t whole_workspace(const problem& p) {
    return p.points() * element_size(p.precision);
}

const shape_result& shaper::operator()(const pass_problem& p) {
    auto key = key_of(p);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    return known_.emplace(std::move(key), shape(p, device_, options_)).first->second;
}

bool shaper::add(const std::vector<pass_problem>& passes, double bound, candidate& c) {
    if (passes.empty()) return false;
    double left = 0;  // lower bound on the cost of the remaining passes
    for (const auto& pass : passes) left += least_of(pass, device_);
    for (const auto& pass : passes) {
        if (c.cost + left >= bound) return false;
        left -= least_of(pass, device_);
        const auto& shaped = (*this)(pass);
        if (!shaped || c.cost + shaped->cost >= bound) return false;
        c.add(*shaped);
    }
    return true;
}

std::vector<candidate> search(const problem& p, const device_description& device, const shape_options& options,
                              const memory_places& places, const search_count& count) {
    const auto capacity = tile_capacity(device, p.precision, options);
    const double least = least_pass(p, device);
    shaper shapes(device, options);
    std::vector<candidate> best;
    const auto bound = [&] {
        if (best.size() < count.cheapest) return std::numeric_limits<double>::infinity();
        if (count.near <= count.cheapest) return best.back().cost;
        const auto near = std::max(count.near_cost(best.front().cost), best[count.cheapest - 1].cost);
        return best.size() < count.near ? near : std::min(near, best.back().cost);
    };
    each_split(p, device, options, [&](const std::vector<axis_split>& split) {
        std::size_t digits = 0;  // the most of any axis: the digits of an axis share a pass only before a permuted one
        for (const auto& axis : split)
            digits = std::max(digits, is_permuted(axis.digits.back()) ? 1 : axis.digits.size());
        const auto most_passes = static_cast<std::size_t>(std::min(bound() / least, 1e3));
        if (digits > most_passes) return;
        for (auto& sequence : sequences(p, split, capacity, most_passes)) {
            if (static_cast<double>(sequence.passes.size()) * least >= bound()) continue;
            candidate c;
            const auto found = passes_of(p, sequence, places);
            c.start(found.workspace_elements, p, device);
            if (!shapes.add(found.passes, bound(), c)) continue;
            c.how.sequence = std::move(sequence);
            best.insert(std::upper_bound(best.begin(), best.end(), c,
                                         [](const candidate& a, const candidate& b) { return a.cost < b.cost; }),
                        std::move(c));
            if (best.size() > std::max(count.cheapest, count.near)) best.pop_back();
        }
    });
    return best;
}

}  // namespace stockham::internal
