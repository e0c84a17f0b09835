// Axes of 2^26 to 2^33 points, without memory for them. An input reaches each output on one way through the passes of a
// plan. The product of the factors along this way, computed by the kernels' arithmetic, must be the root of unity of
// the definition.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <random>

#include "base/tables/table.hpp"
#include "base/uint128.hpp"
#include "lowering/lowering.hpp"
#include "problem/problem.hpp"
#include "support/built_slow.hpp"
#include "support/descriptions.hpp"
#include "support/refusal.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(long_axes_test)

using stockham::internal::iodim;
using stockham::internal::make_plan;
using stockham::internal::make_problem;
using stockham::internal::pass_step;
using stockham::internal::problem;
using stockham::internal::to_launch;

namespace {

using number = std::complex<long double>;

number root(std::uint64_t power, std::uint64_t order) {
    return number(stockham::internal::root_of_unity(power, order));
}

/// BOOST_REQUIRE takes too long for millions of checks.
void must(bool holds) {
    if (!holds) BOOST_FAIL("not a way through the pass");
}

/// An element of a buffer, and the product of the factors on the way to it.
struct reached {
    std::uint64_t at = 0;
    number factor = 1;
};

/// The indices of an element along the tile and the loops of a pass.
struct indices {
    std::vector<std::uint64_t> tile, loops;
};

/// A pass that transforms one digit of complex lines.
class traced_pass {
  public:
    explicit traced_pass(const pass_step& s) : s_(s) {
        BOOST_REQUIRE((s.in.is_plain() && s.out.is_plain() && !s.paired && !s.convolution.digit && s.outer.empty()));
        for (std::size_t d = 0; d < s.tile.size(); ++d)
            if (s.tile[d].transformed) along_.push_back(d);
        BOOST_REQUIRE(along_.size() == 1U);
    }

    std::uint64_t points() const { return own().points.n; }

    /// The outputs that an input reaches, and the inputs that reach an output.
    std::vector<reached> after(const reached& input) const { return others(input, true); }
    std::vector<reached> before(const reached& output) const { return others(output, false); }

    /// The line of an element, and its point on the line.
    std::pair<std::vector<std::uint64_t>, std::uint64_t> line_of(std::uint64_t at, bool is_input) const {
        auto found = find(at, is_input);
        const auto point = std::exchange(found.tile[along_[0]], 0);
        found.tile.insert(found.tile.end(), found.loops.begin(), found.loops.end());
        return {found.tile, point};
    }

    /// From input i to output k of the line of an input.
    number factor(std::uint64_t input_at, std::uint64_t i, std::uint64_t k) const {
        return factor(find(input_at, true), i, k);
    }

  private:
    const stockham::internal::tile_dim& own() const { return s_.tile[along_[0]]; }

    std::vector<reached> others(const reached& from, bool is_input) const {
        const auto place = find(from.at, is_input);
        const auto first = place.tile[along_[0]];
        auto start = address(place, !is_input);
        const auto stride = is_input ? own().points.os : own().points.is;
        start -= first * stride;
        std::vector<reached> all;
        for (std::uint64_t k = 0; k < points(); ++k)
            all.push_back(
                {start + k * stride, from.factor * (is_input ? factor(place, first, k) : factor(place, k, first))});
        return all;
    }

    number factor(const indices& line, std::uint64_t i, std::uint64_t k) const {
        auto product = root(i * k % points(), points());
        for (const auto& r : s_.inter_pass_twiddles) {
            std::uint32_t phase = 0;  // as in the kernel
            for (std::size_t d = 0; d < line.tile.size(); ++d)
                if (d != along_[0]) phase += static_cast<std::uint32_t>(r.tile[d] * line.tile[d]);
            for (std::size_t l = 0; l < line.loops.size(); ++l)
                phase += static_cast<std::uint32_t>(r.loop[l] * line.loops[l]);
            const auto exponent = (r.on_load ? i : k) * phase;
            must(exponent < r.order && (exponent <= 0xffffffff || s_.has_long_axes()));
            product *= root(exponent, r.order);
        }
        return product;
    }

    /// The dimensions that number elements: those of the tile, then the loops.
    std::vector<iodim> dimensions() const {
        std::vector<iodim> all;
        for (const auto& d : s_.tile) all.push_back(d.points);
        all.insert(all.end(), s_.loops.begin(), s_.loops.end());
        return all;
    }

    std::uint64_t address(const indices& place, bool input) const {
        std::uint64_t at = input ? s_.in.offset : s_.out.offset;
        for (std::size_t d = 0; d < place.tile.size(); ++d)
            at += place.tile[d] * (input ? s_.tile[d].points.is : s_.tile[d].points.os);
        for (std::size_t l = 0; l < place.loops.size(); ++l)
            at += place.loops[l] * (input ? s_.loops[l].is : s_.loops[l].os);
        return at;
    }

    /// The inverse of address(): the largest strides first.
    indices find(std::uint64_t at, bool input) const {
        const auto all = dimensions();
        const auto stride = input ? &iodim::is : &iodim::os;
        std::vector<std::size_t> order;
        for (std::size_t d = 0; d < all.size(); ++d)
            if (all[d].n > 1) order.push_back(d);
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return all[a].*stride > all[b].*stride; });
        std::vector<std::uint64_t> index(all.size(), 0);
        auto left = at - (input ? s_.in.offset : s_.out.offset);
        for (const auto d : order) {
            index[d] = left / (all[d].*stride);
            must(index[d] < all[d].n);
            left -= index[d] * (all[d].*stride);
        }
        must(left == 0);
        const auto middle = index.begin() + static_cast<std::ptrdiff_t>(s_.tile.size());
        return {{index.begin(), middle}, {middle, index.end()}};
    }

    const pass_step& s_;
    std::vector<std::size_t> along_;  // the transformed dimension
};

/// The factor of input j in output k: the ways from j and those to k meet in the pass `middle`.
number traced(const std::vector<traced_pass>& passes, std::size_t middle, std::uint64_t j, std::uint64_t k) {
    const auto spread = [&](std::vector<reached> all, const traced_pass& pass, bool forward) {
        std::vector<reached> next;
        for (const auto& each : all)
            for (const auto& other : forward ? pass.after(each) : pass.before(each)) next.push_back(other);
        return next;
    };
    std::vector<reached> from{{j, 1}}, to{{k, 1}};
    for (std::size_t p = 0; p < middle; ++p) from = spread(std::move(from), passes[p], true);
    for (auto p = passes.size() - 1; p > middle; --p) to = spread(std::move(to), passes[p], false);
    std::map<std::vector<std::uint64_t>, std::pair<reached, std::uint64_t>> lines;
    for (const auto& each : from) {
        const auto [line, point] = passes[middle].line_of(each.at, true);
        must(lines.emplace(line, std::pair{each, point}).second);
    }
    number sum = 0;
    std::size_t ways = 0;
    for (const auto& each : to) {
        const auto [line, point] = passes[middle].line_of(each.at, false);
        const auto met = lines.find(line);
        if (met == lines.end()) continue;
        const auto& [input, i] = met->second;
        sum += input.factor * passes[middle].factor(input.at, i, point) * each.factor;
        ++ways;
    }
    BOOST_REQUIRE(ways == 1U);
    return sum;
}

/// The pass that divides the ways most evenly: about as many lead to it as from it.
std::size_t middle_of(const std::vector<traced_pass>& passes) {
    double before = 1, all = 1;
    for (const auto& pass : passes) all *= static_cast<double>(pass.points());
    std::size_t middle = 0;
    while (middle + 1 < passes.size() && before * static_cast<double>(passes[middle].points()) <= std::sqrt(all))
        before *= static_cast<double>(passes[middle++].points());
    return middle;
}

void check_ways(const problem& p, const stockham::device_description& device, std::mt19937_64& generator) {
    const auto n = p.axes[0].n;
    const auto plan = make_plan(p, device);
    BOOST_TEST_CONTEXT(n << " points for " << device.name) {
        std::vector<traced_pass> passes;
        for (const auto& step : plan.steps) passes.emplace_back(std::get<pass_step>(step));
        const auto middle = middle_of(passes);
        for (int count = 0; count < 3; ++count) {
            const auto j = count ? generator() % n : n - 1, k = count < 2 ? n - 1 - generator() % 5 : generator() % n;
            const auto exponent = static_cast<stockham::internal::uint128>(j) * k % n;
            const auto wanted = root(static_cast<std::uint64_t>(exponent), n);
            BOOST_TEST(std::abs(traced(passes, middle, j, k) - wanted) < 1e-15L, "from " << j << " to " << k);
        }
    }
}

problem line_of(std::uint64_t n) {
    auto p = make_problem(stockham::parse_transform("c2c f32 4294967296"));
    p.axes[0].n = p.roles[0].n = p.roles[0].in_points = p.roles[0].out_points = n;
    return p;
}

std::vector<stockham::device_description> some_devices() {
    if (built_slow) return {made_up(16, 64), stockham::named_description("cpu")};
    return {made_up(16, 64), stockham::named_description("h200"), stockham::named_description("gfx90a"),
            stockham::named_description("cpu")};
}

}  // namespace

// Lengths above 2^32 are those of Bluestein's algorithm.
BOOST_AUTO_TEST_CASE(each_input_reaches_each_output_by_its_root) {
    std::mt19937_64 generator(11);
    for (const auto& device : some_devices())
        for (const std::uint64_t n : {std::uint64_t{1} << 27, std::uint64_t{1000000000}, std::uint64_t{3486784401},
                                      std::uint64_t{1} << 32, std::uint64_t{8580000000}, std::uint64_t{1} << 33})
            check_ways(line_of(n), device, generator);
}

// Kinds of all long lengths have plans, whose numbers fit the kernels.
BOOST_AUTO_TEST_CASE(all_kinds_are_planned) {
    const auto devices = some_devices();
    std::size_t wide = 0, turn = 0;
    for (const char* kind : {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"})
        for (const char* length : {"134217728", "33554467", "1000000000", "4294967291", "4294967296"}) {
            const auto& device = devices[turn++ % devices.size()];
            BOOST_TEST_CONTEXT(kind << " " << length << " for " << device.name) {
                const auto t = stockham::parse_transform(std::string(kind) + " f32 " + length);
                for (const auto& step : make_plan(make_problem(t), device).steps) {
                    const auto& s = std::get<pass_step>(step);
                    BOOST_TEST((s.groups() >> 32) == 0U);
                    for (const auto& side : {s.in, s.out})
                        if (side.mapped && side.mapped->numbers.n > 0xffffffff) BOOST_TEST(s.has_long_axes());
                    wide += s.has_long_axes();
                    const auto text = to_launch(s, stockham::double_support::khr).source;
                    BOOST_TEST((text.find("#define LONG_AXES 1\n") != std::string::npos) == s.has_long_axes());
                }
            }
        }
    BOOST_TEST(wide > 20U);
}

BOOST_AUTO_TEST_CASE(arrays_beyond_2_to_the_32_elements) {
    for (const auto& device : some_devices())
        for (const char* text : {"c2c f32 65536x131072 in", "c2c f32 2147483648 b4 in", "c2c f64 65536x65536",
                                 "r2c f32 4294967296 b3", "c2c f32 4294967296x4 in"})
            for (const auto& step : make_plan(make_problem(stockham::parse_transform(text)), device).steps)
                BOOST_TEST((std::get<pass_step>(step).groups() >> 32) == 0U, text << " for " << device.name);
}

// Today's kernels are those of 32 bits.
BOOST_AUTO_TEST_CASE(shorter_axes_have_short_numbers) {
    for (const auto& device : some_devices())
        for (const char* text : {"c2c f32 67108864", "r2c f64 33554393", "dct2 f32 33554432", "c2c f32 4294967296"})
            for (const auto& step : make_plan(make_problem(stockham::parse_transform(text)), device).steps) {
                const auto& s = std::get<pass_step>(step);
                BOOST_TEST(!s.has_long_axes());
                BOOST_TEST(to_launch(s, stockham::double_support::khr).source.find("#define LONG_AXES") ==
                           std::string::npos);
            }
}

BOOST_AUTO_TEST_SUITE_END()
