// Constant-geometry FFTs in the host interpreter: every length, every switch, either order of the results, plan
// strings, refusals.
#include <boost/test/unit_test.hpp>

#include <set>

#include <stockham/stockham.hpp>

#include "lowering/lowering.hpp"
#include "support/built_by.hpp"
#include "support/descriptions.hpp"
#include "support/geometry.hpp"
#include "support/interpreted.hpp"
#include "support/refusal.hpp"
#include "support/seed.hpp"
#include "tools/harness/oracle/random_problem.hpp"

BOOST_AUTO_TEST_SUITE(word_group_test)

using stockham::transform;
using stockham::internal::pass_step;

namespace {

stockham::internal::constant_geometry_pass& own(pass_step& s) {
    return *s.family.as<stockham::internal::constant_geometry_pass>();
}

constexpr const char* both_orders[] = {"constant_geometry", "constant_geometry_bit_reversed"};

transform of(const std::string& text, const char* a = "constant_geometry") {
    auto t = stockham::parse_transform(text);
    t.algorithm = a;
    return t;
}

std::vector<std::string> sources(const stockham::internal::step_plan& plan,
                                 const stockham::device_description& device) {
    std::vector<std::string> all;
    for (const auto& launch : to_launches(plan, device)) all.push_back(launch.source);
    return all;
}

/// Checks that the result is right, that every pass uses word groups, and that they fit the device.
void check_plan(const transform& t, const stockham::device_description& device,
                const stockham::internal::step_plan& plan) {
    check_interpreted(t, device, plan);
    for (const auto& step : plan.steps) {
        const auto& pass = std::get<pass_step>(step);
        BOOST_TEST_CONTEXT(to_string(t) << " for " << device.name << ": " << to_string(pass)) {
            const auto* geometry = pass.as<stockham::internal::constant_geometry_pass>();
            BOOST_REQUIRE(geometry);
            BOOST_TEST(pass.local_bytes() <= std::max(device.local_memory, device.static_local_memory));
            BOOST_TEST(pass.work_items <= device.max_work_group);
            const auto share =
                geometry->schedule == stockham::internal::group_schedule::alone ? 1 : pass.stages[1].radix;
            BOOST_TEST(pass.work_items % share == 0U);
            BOOST_TEST(pass.tile_points() % (std::uint64_t{pass.work_items} * pass.item_points()) == 0U);
        }
    }
}

void check_named(const transform& t, const stockham::device_description& device) {
    check_plan(t, device, make_plan(stockham::internal::make_problem(t), device));
}

stockham::internal::candidate cheapest(const transform& t, const stockham::device_description& device) {
    return cheapest_plans(stockham::internal::make_problem(t), device, 1).front();
}

stockham::internal::candidate built(const char* problem, const char* how, const char* device = "h200") {
    return built_by(stockham::internal::make_problem(stockham::parse_transform(problem)),
                    stockham::named_description(device), how);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_power_of_two) {
    for (const auto& device : descriptions())
        for (std::size_t n = 1; n <= 16384; n *= 2) {
            const auto batch = n < 64 ? " b37" : n < 4096 ? " b3" : "";
            check_named(of("c2c f32 " + std::to_string(n) + batch), device);
            if (n <= 2048) check_named(of("c2c f64 " + std::to_string(n) + batch), device);
        }
}

BOOST_AUTO_TEST_CASE(shapes) {
    for (const auto& device : descriptions())
        for (const char* text :
             {"c2c f32 16x16 b5", "c2c f32 64x64 in", "c2c f32 128x32", "c2c f64 32x256 inv", "c2c f32 8x16x32 b2",
              "c2c f64 16x16x16 in inv scale=0.5", "c2c f32 1x64", "c2c f32 64x1 b3", "c2c f32 2x2x2 b9",
              "c2c f32 4096x8", "c2c f32 8x4096 in", "c2c f32 1x1", "c2c f32 64 b16 is=16 id=1 os=1 od=64",
              "c2c f32 32x32 is=40,1 id=1300 os=1,33 od=1100 io=5 oo=7 b3", "c2c f64 256 is=3 os=5",
              "c2c f32 256 b100 is=100 id=1 os=100 od=1", "c2c f32 65536 in"})
            check_named(of(text), device);
}

BOOST_AUTO_TEST_CASE(bit_reversed_results) {
    for (const auto& device : descriptions())
        for (const char* text : {"c2c f32 1 b3", "c2c f32 2 b5", "c2c f32 8", "c2c f64 64 b3 in", "c2c f32 128 inv",
                                 "c2c f32 16x16 b5", "c2c f64 32x8 in inv scale=0.5", "c2c f32 4x8x16",
                                 "c2c f32 64x128", "c2c f32 64 b16 is=16 id=1 os=1 od=64"})
            check_named(of(text, "constant_geometry_bit_reversed"), device);
    const auto natural = sources(cheapest(of("c2c f32 64"), made_up(48, 256)).plan, made_up(48, 256));
    BOOST_TEST(natural != sources(cheapest(of("c2c f32 64", "constant_geometry_bit_reversed"), made_up(48, 256)).plan,
                                  made_up(48, 256)));
}

BOOST_AUTO_TEST_CASE(random_problems) {
    const unsigned seed = test_seed();
    std::mt19937 g(seed);
    const auto all = descriptions();
    for (int count = 0; count < 300; ++count) {
        auto t = random_problem(g, 1 << 11);
        t.algorithm = both_orders[t.lengths.size() > 1 || t.lengths[0] <= 256 ? g() % 2 : 0];
        for (auto n : t.lengths)
            if (n > 256) t.algorithm = "constant_geometry";  // too long for the smallest device
        BOOST_TEST_CONTEXT("STOCKHAM_TEST_SEED=" << seed << ", problem " << count)
        check_named(t, all[g() % all.size()]);
    }
}

BOOST_AUTO_TEST_CASE(every_switch) {
    for (const auto& device : {made_up(16, 64), made_up(64, 1024), made_up_cpu(64)})
        for (const char* text : {"c2c f32 32 b5", "c2c f64 256", "c2c f32 8x16 b3 in", "c2c f32 4096 inv"}) {
            const auto t = of(text);
            const auto p = stockham::internal::make_problem(t);
            const auto own = cheapest(t, device).how;
            std::set<std::vector<std::string>> different;
            for (const auto& choice : all_geometries()) {
                const auto how = switched(own, choice);
                const auto written = to_string(how);
                BOOST_TEST_CONTEXT(written) {
                    const auto made = build_plan(p, device, how);
                    check_plan(t, device, made.plan);
                    const auto again = built_by(p, device, written);
                    BOOST_TEST(to_string(again.how) == written);
                    BOOST_TEST(to_string(again.plan) == to_string(made.plan));
                    BOOST_TEST((sources(again.plan, device) == sources(made.plan, device)));
                    BOOST_TEST(different.insert(sources(made.plan, device)).second);  // every switch has an effect
                }
            }
            BOOST_TEST(different.size() == 64U);
        }
}

BOOST_AUTO_TEST_CASE(what_fits_goes_in_one_launch) {
    for (const char* text :
         {"c2c f32 1024 b64", "c2c f32 16x16 b256", "c2c f64 1024", "c2c f32 16x8x8 b64", "c2c f32 2048"})
        for (const char* device : {"h200", "gfx906", "cpu"})
            BOOST_TEST(cheapest(of(text), stockham::named_description(device)).plan.steps.size() == 1U);
}

/// The elements of 8 or 16 bytes that neighbouring work-items access together, as many as one turn of all banks.
/// Points are side by side or in bit-reversed order. Word groups of four and of two read and write them. The parts of
/// an element go to neighbours; with four, the pairs are `apart`.
BOOST_AUTO_TEST_CASE(folded_places_share_no_bank) {
    using namespace stockham::pass_index;
    for (index32 row : {8U, 16U})
        for (index32 n : {64U, 128U, 256U, 512U, 1024U, 2048U, 4096U, 8192U}) {
            const auto spread = [&](const char* what, const auto& point) {
                std::set<index32> banks;
                for (index32 k = 0; k < row; ++k) banks.insert(folded(point(k), row, n) % row);
                BOOST_TEST_CONTEXT(what << " of " << n << " points") BOOST_TEST(banks.size() == row);
            };
            const index32 groups = row / 2;
            for (index32 t = 0; t < n; t += row) {
                spread("neighbours", [&](index32 k) { return t + k; });
                spread("reversed points", [&](index32 k) { return reversed(t + k, n); });
            }
            for (index32 t = 0; t < n / 4; t += groups) {
                spread("reads by four", [&](index32 k) { return t + k % groups + k / groups * (n / 4); });
                spread("writes by four", [&](index32 k) { return 4 * (t + k % groups) + k / groups * 2; });
                for (index32 apart = row; apart < n; apart *= 2)
                    spread("pairs in another dimension", [&](index32 k) {
                        return (t + k % groups) / apart * apart * 2 + (t + k % groups) % apart + k / groups * apart;
                    });
            }
            for (index32 t = 0; t < n / 2; t += row) {
                spread("reads by two", [&](index32 k) { return t + k; });
                spread("writes by two", [&](index32 k) { return 2 * (t + k); });
            }
            std::set<index32> all;
            for (index32 k = 0; k < n; ++k) all.insert(folded(k, row, n));
            BOOST_TEST((all.size() == n && *all.rbegin() == n - 1));
        }
}

/// A place is that of a work-item, a round and an input, however their bits are mixed.
BOOST_AUTO_TEST_CASE(folded_places_are_joined) {
    using namespace stockham::pass_index;
    for (index32 row : {8U, 16U})
        for (index32 points : {64U, 512U, 4096U})
            for (index32 k = 0; k < 4096; ++k)
                for (index32 own : {0x3fU, 0x1c7U, 0xaaaU})
                    BOOST_REQUIRE(folded(k, row, points) ==
                                  joined(folded(k & own, row, points), folded(k & ~own, row, points), row));
}

BOOST_AUTO_TEST_CASE(an_image_of_small_tiles_fills_work_groups) {
    const auto device = stockham::named_description("h200");
    const auto plan = cheapest(of("c2c f32 4x4 b4096"), device).plan;
    BOOST_TEST(std::get<pass_step>(plan.steps.front()).work_items >= 64U);
}

BOOST_AUTO_TEST_CASE(any_pass_may_be_of_the_family) {
    const auto device = made_up(48, 256);
    for (const char* how : {"64 x 64 : 1.0 geometry=4 ; 0.0", "64 x 64 : 1.0 ; 0.0 geometry=2 share=alone width=4",
                            "row_transpose 64 x 64 : 1.0 geometry=4 ; 0.0 geometry=2"}) {
        const auto t = stockham::parse_transform("c2c f32 64x64 b2");
        check_interpreted(t, device, built_by(stockham::internal::make_problem(t), device, how).plan);
    }
    // Data that is not complex and interleaved uses the same code as elsewhere.
    const auto planar = stockham::parse_transform("c2c f32 64 b3 if=planar of=planar");
    check_interpreted(planar, device,
                      built_by(stockham::internal::make_problem(planar), device, "64 : 0.0 geometry=4").plan);
    const auto real = stockham::parse_transform("r2c f32 64 b3");
    check_interpreted(real, device,
                      built_by(stockham::internal::make_problem(real), device, "64 : 0.0 geometry=4").plan);
}

BOOST_AUTO_TEST_CASE(refusals) {
    const auto refused = [](const char* problem, const char* how, const char* why, const char* device = "h200") {
        BOOST_TEST_CONTEXT(problem << ": " << how)
        expect_unsupported_error(
            "plan string", [&] { built(problem, how, device); }, why);
    };
    BOOST_CHECK_NO_THROW(built("c2c f32 64", "64 : 0.0 geometry=2"));
    refused("c2c f32 64", "64 : 0.0 geometry=3", "option geometry: it must be 2 or 4");
    refused("c2c f32 64", "64 : 0.0 share=alone", "option share: it is not known to work-groups");
    refused("c2c f32 64", "64 : 0.0 conventional", "option conventional: it is not known to work-groups");
    refused("c2c f32 64", "64 : 0.0 geometry=2 barrier_per_stage",
            "option barrier_per_stage: it needs word groups of four");
    refused("c2c f32 64", "64 : 0.0 geometry=4 share=alone barrier_per_stage",
            "option barrier_per_stage: it needs word groups of four");
    refused("c2c f32 64", "64 : 0.0 geometry=4 chain=8.8", "option chain: it is not known");
    refused("c2c f32 48", "48 : 0.0 geometry=4", "option geometry: it is for complex transforms");
    refused("c2c f32 65536", "65536 : 0.0 geometry=4", "the pass needs more");
    refused("c2c f32 8x8", "8 x 8 : 0.0 geometry=4 ; 1.0 geometry=4 ; one_launch", "share");
    refused("c2c f32 64 algorithm=constant_geometry", "64 : 0.0", "has a pass without constant geometry");
    refused("c2c f32 64x64 algorithm=constant_geometry", "64 x 64 : 1.0 geometry=4 ; 0.0",
            "has a pass without constant geometry");
    refused("c2c f32 64x64 algorithm=constant_geometry", "row_transpose 64 x 64 : 1.0 geometry=4 ; 0.0 geometry=4",
            "transposes");
    refused("c2c f32 64 algorithm=constant_geometry_bit_reversed", "8*8 : 0.0 geometry=4 ; 0.1 geometry=4", "splits");
    refused("c2c f32 64 algorithm=constant_geometry_bit_reversed", "64 : 0.0", "has a pass without constant geometry");
    for (auto a : both_orders)
        for (const char* text : {"c2c f32 48", "c2c f32 64x3", "r2c f32 64", "c2c f16 64", "c2c f32 64 if=planar"})
            expect_unsupported_error(a, [&] { stockham::internal::make_problem(of(text, a)); });
    expect_unsupported_error("local memory", [] {
        cheapest(of("c2c f32 65536", "constant_geometry_bit_reversed"), stockham::named_description("h200"));
    });
}

BOOST_AUTO_TEST_CASE(broken_epochs_are_seen) {
    const auto t = of("c2c f32 64 b4");
    const auto device = made_up(48, 256);
    const auto p = stockham::internal::make_problem(t);
    const auto run = [&](const auto& change) {
        auto plan = make_plan(p, device);
        auto& pass = std::get<pass_step>(plan.steps.front());
        change(pass);
        std::mt19937 generator(1);
        stockham::internal::host_buffers buffers;
        buffers.input = reference::uniform(input_extent(t), t.precision, generator);
        buffers.output.resize(output_extent(t));
        interpret(plan, device, buffers);
        const auto wanted = reference::transform(t, buffers.input, buffers.output);
        return reference::relative_error(buffers.output, wanted, reference::places(t, false));
    };
    const auto refused = [&](const std::string& why, const auto& change) {
        BOOST_CHECK_EXCEPTION(run(change), stockham::internal::interpreter_error,
                              [&](const auto& e) { return std::string(e.what()).find(why) == 0; });
    };
    BOOST_TEST(run([](pass_step&) {}) < 1e-6);
    BOOST_TEST(run([](pass_step& s) { s.stages[2].span = 1; }) > 1e-2);
    BOOST_TEST(run([](pass_step& s) { s.stages.erase(s.stages.begin() + 2); }) > 1e-2);
    BOOST_TEST(run([](pass_step& s) { own(s).bit_reversed = true; }) > 1e-2);
    refused("a root outside its table", [](pass_step& s) { own(s).points = 2; });
    refused("two points in one place", [](pass_step& s) {
        own(s).conventional = true;
        s.stages[1].span = 3;
    });
}

BOOST_AUTO_TEST_SUITE_END()
