// Index types: where 32 bits are enough and where they are not. Problems that span far more than 2^32 elements are
// planned without memory. Every address from the kernels' formulas is compared with that of the layout. (Longer than
// others: half of it computes the addresses of each kind of step.)
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>

#include "base/uint128.hpp"
#include "lowering/lowering.hpp"
#include "problem/problem.hpp"
#include "support/descriptions.hpp"
#include "systems/planning.hpp"
#include "tools/harness/oracle/random_problem.hpp"
#include "tools/harness/oracle/reference.hpp"

BOOST_AUTO_TEST_SUITE(index_test)

using namespace stockham::pass_index;
using stockham::transform;
using stockham::internal::pass_step;
using stockham::internal::tile_transpose;

namespace {

using addresses = std::vector<std::uint64_t>;

struct accesses {
    addresses reads, writes;
};

addresses sorted(addresses a) {
    std::sort(a.begin(), a.end());
    return a;
}

bool has(const std::string& text, const std::string& what) {
    return text.find(what) != std::string::npos;
}

/// The arguments of the launch for its kernel.
pass_numbers numbers_of(const pass_step& s) {
    const auto launch = to_launch(s, stockham::double_support::khr);
    const auto& bytes = std::get<std::vector<std::byte>>(launch.arguments.at(2));
    pass_numbers numbers{};
    BOOST_REQUIRE(bytes.size() == sizeof numbers);
    std::memcpy(&numbers, bytes.data(), sizeof numbers);
    return numbers;
}

/// The arithmetic of cl/common/offsets.cl on one side of a pass: offsets within a tile in `Offset`, the start of the
/// tile in 64 bits.
template <class Offset>
class kernel_side {
  public:
    kernel_side(const pass_step& s, const pass_numbers& n, bool input)
        : s_(s), numbers_(n), offset_(input ? n.in_offset : n.out_offset), input_(input),
          loop_(input ? n.loop_in : n.loop_out) {}

    std::uint64_t at(std::uint64_t group, const coordinate& place, unsigned lane) const {
        const auto loops = loops_of(static_cast<index32>(group), &numbers_, static_cast<index32>(s_.loops.size()));
        std::uint64_t start = offset_;
        for (std::size_t k = 0; k < s_.loops.size(); ++k) start += loops.at[k] * loop_[k];
        Offset within = 0;
        for (unsigned d = 0; d < TILE_RANK; ++d) within += static_cast<Offset>(place.at[d]) * stride(d);
        const Offset along = lane ? static_cast<Offset>(lane * stride(*s_.family->lane_dim())) : Offset{0};
        return start + within + along;
    }

  private:
    Offset stride(std::size_t d) const {
        if (d >= s_.tile.size()) return 0;
        return static_cast<Offset>(input_ ? s_.tile[d].points.is : s_.tile[d].points.os);
    }
    const pass_step& s_;
    const pass_numbers& numbers_;
    std::uint64_t offset_;
    bool input_;
    const index64* loop_;
};

/// The same address from the numbers of the step, in 128 bits and with separate divisions.
std::uint64_t plain_address(const pass_step& s, std::uint64_t group, const coordinate& place, unsigned lane,
                            bool input) {
    stockham::internal::uint128 at = input ? s.in.offset : s.out.offset;
    for (const auto& loop : s.loops) {
        at += static_cast<stockham::internal::uint128>(group % loop.n) * (input ? loop.is : loop.os);
        group /= loop.n;
    }
    for (unsigned d = 0; d < s.tile.size(); ++d) {
        const std::uint64_t point = place.at[d] + (s.is_lane_dim(d) ? lane : 0);
        at += static_cast<stockham::internal::uint128>(point) * (input ? s.tile[d].points.is : s.tile[d].points.os);
    }
    BOOST_REQUIRE((at >> 63) == 0U);
    return static_cast<std::uint64_t>(at);
}

bool inside(const pass_step& s, std::uint64_t group, const coordinate& place, unsigned lane) {
    for (const auto& g : s.guards) {
        auto tile = group;
        for (unsigned k = 0; k < g.loop; ++k) tile /= s.loops[k].n;
        const auto line = place.at[g.dim] + (s.is_lane_dim(g.dim) ? lane : 0);
        if (tile % s.loops[g.loop].n * s.tile[g.dim].points.n + line >= g.extent) return false;
    }
    return true;
}

/// Calls use(place, lane) for each point of a tile.
template <class Use>
void each_point(const pass_step& s, const Use& use) {
    coordinate sizes{};
    for (unsigned d = 0; d < TILE_RANK; ++d)
        sizes.at[d] = d < s.tile.size() ? static_cast<index32>(s.tile[d].points.n) : 1;
    if (const auto dim = s.family->lane_dim()) sizes.at[*dim] /= s.lane_count();
    for (index32 q = 0; q < s.tile_points() / s.lane_count(); ++q)
        for (unsigned lane = 0; lane < s.lane_count(); ++lane) {
            auto c = place(q, sizes, 0);
            if (const auto dim = s.family->lane_dim()) c.at[*dim] *= s.lane_count();
            use(c, lane);
        }
}

/// Checks every address of some groups of a pass, and adds it to `all`.
template <class Offset>
void check_groups(const pass_step& s, const addresses& groups, accesses& all) {
    const auto numbers = numbers_of(s);
    const kernel_side<Offset> in(s, numbers, true), out(s, numbers, false);
    std::size_t wrong = 0;
    for (auto group : groups)
        each_point(s, [&](const coordinate& c, unsigned lane) {
            if (!inside(s, group, c, lane)) return;
            all.reads.push_back(in.at(group, c, lane));
            all.writes.push_back(out.at(group, c, lane));
            wrong += all.reads.back() != plain_address(s, group, c, lane, true) ||
                     all.writes.back() != plain_address(s, group, c, lane, false);
        });
    BOOST_TEST(wrong == 0U, to_string(s));
}

accesses check_pass(const pass_step& s) {
    BOOST_TEST(has(to_launch(s, stockham::double_support::khr).source,
                   s.needs_64_bit_offsets() ? "#define WIDE 1\n" : "#define WIDE 0\n"));
    addresses groups(s.groups());
    for (std::size_t g = 0; g < groups.size(); ++g) groups[g] = g;
    accesses all;
    s.needs_64_bit_offsets() ? check_groups<std::uint64_t>(s, groups, all)
                             : check_groups<std::uint32_t>(s, groups, all);
    return all;
}

/// The moves of a transpose against its own definition.
accesses check_transpose(const tile_transpose& t, const stockham::device_description& device) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> got, wanted;
    for_each_move(t, device, [&](std::uint64_t, std::uint64_t from, std::uint64_t to) { got.emplace_back(from, to); });
    std::uint64_t loops = 1;
    for (const auto& l : t.loops) loops *= l.n;
    for (std::uint64_t g = 0; g < loops; ++g)
        for (std::uint64_t r = 0; r < t.rows.n; ++r)
            for (std::uint64_t c = 0; c < t.columns.n; ++c) {
                auto from = t.in_offset + r * t.rows.is + c * t.columns.is,
                     to = t.out_offset + r * t.rows.os + c * t.columns.os, rest = g;
                for (const auto& l : t.loops) {
                    from += rest % l.n * l.is;
                    to += rest % l.n * l.os;
                    rest /= l.n;
                }
                wanted.emplace_back(from, to);
            }
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    BOOST_TEST((got == wanted), to_string(t));
    accesses all;
    for (const auto& [from, to] : got) {
        all.reads.push_back(from);
        all.writes.push_back(to);
    }
    return all;
}

/// Checks step by step. The first step reads the whole input layout and the last one writes the whole output layout.
/// Each step in between reads exactly what the previous one wrote.
std::size_t check_plan(const transform& t, const stockham::device_description& device) {
    std::size_t wide = 0;
    BOOST_TEST_CONTEXT(to_string(t) << " for " << device.name) {
        const auto plan = make_plan(stockham::internal::make_problem(t), device);
        auto before = sorted(reference::places(t, true));
        for (const auto& step : plan.steps) {
            const auto* pass = std::get_if<pass_step>(&step);
            const auto all = pass ? check_pass(*pass) : check_transpose(std::get<tile_transpose>(step), device);
            BOOST_TEST((sorted(all.reads) == before));
            before = sorted(all.writes);
            wide += pass && pass->needs_64_bit_offsets();
        }
        BOOST_TEST((before == sorted(reference::places(t, false))));
    }
    return wide;
}

pass_step tile_of(std::vector<stockham::internal::iodim> dims) {
    pass_step s;
    for (const auto& d : dims) s.tile.push_back({d, {}});
    return s;
}

}  // namespace

// Mesa 22.3 counts too few bytes for a kernel argument that contains an array of arrays.
BOOST_AUTO_TEST_CASE(the_kernel_argument_has_no_array_of_arrays) {
    BOOST_TEST(std::rank_v<decltype(pass_numbers::loop_in)> == 1U);
    BOOST_TEST(std::rank_v<decltype(pass_numbers::loop_out)> == 1U);
    BOOST_TEST(std::rank_v<decltype(pass_numbers::guard_extent)> == 1U);
    BOOST_TEST(std::rank_v<decltype(pass_numbers::loop_n)> == 1U);
    BOOST_TEST(std::rank_v<decltype(pass_numbers::twiddle_loop)> == 1U);
    BOOST_TEST(sizeof(pass_numbers) == 200U);
}

BOOST_AUTO_TEST_CASE(offsets_are_wide_from_2_to_the_32_on) {
    constexpr std::uint64_t edge = std::uint64_t{1} << 32;
    BOOST_TEST(!tile_of({{2, edge - 1, 1}}).needs_64_bit_offsets());
    BOOST_TEST(tile_of({{2, edge, 1}}).needs_64_bit_offsets());
    BOOST_TEST(tile_of({{2, 1, edge}}).needs_64_bit_offsets());
    BOOST_TEST(!tile_of({{1, edge * 4, edge * 4}}).needs_64_bit_offsets());  // a single point has no neighbour
    BOOST_TEST(!tile_of({{16, 1, 16}, {16, (edge - 16) / 15, 1}}).needs_64_bit_offsets());
    BOOST_TEST(tile_of({{16, 1, 16}, {16, (edge - 16) / 15 + 1, 1}}).needs_64_bit_offsets());
    // Where an axis is mapped, places are signed; a mirrored one's reach by its length to either side.
    auto mapped = tile_of({{2, edge / 2, 1}});
    BOOST_TEST(!mapped.needs_64_bit_offsets());
    mapped.out.mapped.emplace();
    BOOST_TEST(!mapped.needs_64_bit_offsets());
    mapped.in.mapped.emplace();
    BOOST_TEST(mapped.needs_64_bit_offsets());
    auto mirrored = tile_of({{2, edge / 4, 1}});
    mirrored.in.mapped.emplace();
    mirrored.in.mapped->numbers.n = 2;
    mirrored.in.mapped->numbers.unit = edge / 8;
    BOOST_TEST(!mirrored.needs_64_bit_offsets());
    mirrored.in.mapped->hermitian = true;
    BOOST_TEST(mirrored.needs_64_bit_offsets());
    // A pair counts as two lines, and a line of n points that is packed on this side has n + 1.
    auto pairs = tile_of({{2, edge / 2, 1}});
    BOOST_TEST(!pairs.needs_64_bit_offsets());
    pairs.paired = 0;
    BOOST_TEST(pairs.needs_64_bit_offsets());
    auto packed = tile_of({{2, 1, edge / 2}});
    packed.tile[0].transformed = true;
    BOOST_TEST(!packed.needs_64_bit_offsets());
    packed.out.packed = true;
    BOOST_TEST(packed.needs_64_bit_offsets());
    BOOST_TEST(!tile_of({{4, edge / 4, edge / 4}}).needs_64_bit_offsets());
    BOOST_TEST(tile_of({{5, edge / 4, edge / 4}}).needs_64_bit_offsets());
}

BOOST_AUTO_TEST_CASE(strides_that_pass_2_to_the_31_and_the_32) {
    std::size_t wide = 0, plans = 0;
    for (const auto& device : descriptions())
        for (const char* text :
             {"c2c f32 1024 is=2099201", "c2c f32 1024 is=4198404", "c2c f64 1024 os=67108864",
              "c2c f32 64 b37 id=4294967296", "c2c f32 64 b37 is=4294967297 id=7", "c2c f32 64x64 is=4294967296,1",
              "c2c f32 64x64 is=1,67108865 os=134217728,2 b3 id=8589934592 od=17179869184",
              "c2c f64 16x16x16 is=1099511627776,17179869184,1 os=16,256,8589934592 io=3 oo=4398046511104",
              "c2c f32 4096 in is=1048583 os=1048583 io=9007199254740992 oo=9007199254740992",
              "c2c f32 16384 is=1048576 os=3", "c2c f32 64x128 is=33554433,1 os=1,67108867 algorithm=row_transpose",
              "c2c f64 32x64 b5 in is=1,134217729 os=1,134217729 id=8589934999 od=8589934999 "
              "algorithm=row_transpose"}) {
            wide += check_plan(stockham::parse_transform(text), device);
            ++plans;
        }
    BOOST_TEST_MESSAGE(wide << " wide passes in " << plans << " plans");
    BOOST_TEST(wide > plans / 4);
}

// The check above can fail: with 32-bit offsets the addresses of these passes are wrong.
BOOST_AUTO_TEST_CASE(narrow_arithmetic_would_go_astray) {
    const auto plan = make_plan(stockham::internal::make_problem(stockham::parse_transform("c2c f32 64 is=134217728")),
                                made_up(48, 1024));
    const auto& s = std::get<pass_step>(plan.steps.front());
    BOOST_REQUIRE(s.needs_64_bit_offsets());
    const auto numbers = numbers_of(s);
    const kernel_side<std::uint32_t> in(s, numbers, true);
    std::size_t astray = 0;
    each_point(s, [&](const coordinate& c, unsigned lane) {
        astray += in.at(0, c, lane) != plain_address(s, 0, c, lane, true);
    });
    BOOST_TEST(astray > s.tile_points() / 4);
}

// Packed problems of up to 2^36 elements. This is too many for all groups, so some groups of each pass are checked,
// including the last one.
BOOST_AUTO_TEST_CASE(groups_of_problems_beyond_2_to_the_32_elements) {
    std::mt19937_64 generator(17);
    for (const auto& device : descriptions())
        for (const char* text : {"c2c f32 64 b134217728", "c2c f64 1024x1024 b4097", "c2c f32 2048x2048x2048",
                                 "c2c f32 67108864 b1024", "c2c f32 1 b8589934592", "c2c f32 16x16 b268435457 in"})
            BOOST_TEST_CONTEXT(text << " for " << device.name) {
                for (const auto& step :
                     make_plan(stockham::internal::make_problem(stockham::parse_transform(text)), device).steps) {
                    const auto* pass = std::get_if<pass_step>(&step);
                    if (!pass) continue;
                    BOOST_REQUIRE(pass->groups() < std::uint64_t{1} << 32);
                    addresses groups{0, pass->groups() - 1};
                    while (groups.size() < 5) groups.push_back(generator() % pass->groups());
                    accesses some;
                    pass->needs_64_bit_offsets() ? check_groups<std::uint64_t>(*pass, groups, some)
                                                 : check_groups<std::uint32_t>(*pass, groups, some);
                }
            }
}

BOOST_AUTO_TEST_CASE(random_layouts_moved_far_apart) {
    std::mt19937 generator(23);
    const auto all = descriptions();
    for (int count = 0; count < 150; ++count) {
        auto t = random_problem(generator, 1 << 11);
        const std::size_t factor = (std::size_t{1} << generator() % 36) + generator() % 7;
        for (auto* side : {&t.input, &t.output}) {
            if (side->strides.empty()) *side = random_layout(t, generator);
            for (auto& stride : side->strides) stride *= factor;
            side->distance *= factor;
            side->offset *= factor;
        }
        if (t.placement == stockham::placement::in_place) t.output = t.input;
        check_plan(t, all[generator() % all.size()]);
    }
}

BOOST_AUTO_TEST_SUITE_END()
