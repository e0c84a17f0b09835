// Convolutions within a tile: their lengths, chains and numbers of work-items.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>

#include <stockham/error.hpp>

#include "base/smooth.hpp"
#include "families/work_group/even_chains.hpp"
#include "plan/tile_lengths.hpp"
#include "problem/problem.hpp"
#include "problem/roles.hpp"
#include "support/interpreted.hpp"
#include "systems/planning.hpp"

BOOST_AUTO_TEST_SUITE(tile_convolutions_test)

using stockham::parse_transform;
using stockham::internal::make_problem;

namespace {

const auto card = stockham::named_description("h200");

stockham::internal::candidate planned(const char* problem, const char* plan) {
    const auto p = make_problem(parse_transform(problem));
    return build_plan(p, card, stockham::internal::read_plan(plan, p, card));
}

const stockham::internal::pass_step& first_pass(const stockham::internal::candidate& c) {
    return std::get<stockham::internal::pass_step>(c.plan.steps.front());
}

}  // namespace

BOOST_AUTO_TEST_CASE(chains_suit_their_work_items) {
    stockham::internal::chain_limits limits;
    limits.radix = 32;
    limits.points = 32;
    limits.registers = 65536;
    limits.item_registers = 24;
    limits.uneven = 1.5;
    for (std::uint64_t n : {576, 1000, 3000, 5040, 6000, 8190, 8232, 20250})
        for (const auto& chain : even_chains(n, limits))
            BOOST_TEST_CONTEXT(n << " with " << chain.items << " work-items") {
                BOOST_TEST(std::accumulate(chain.radices.begin(), chain.radices.end(), std::uint64_t{1},
                                           std::multiplies<>()) == n);
                BOOST_TEST(chain.items <= limits.items);
                BOOST_TEST((chain.held * limits.point_registers + limits.item_registers) * chain.items <=
                           limits.registers);
                std::uint64_t held = 1, work = 0;
                for (unsigned radix : chain.radices) {
                    const auto rounds = (n / radix + chain.items - 1) / chain.items;
                    held = std::max(held, rounds * radix);
                    work += rounds * radix * chain.items;
                }
                BOOST_TEST(held == chain.held);
                BOOST_TEST(held <= limits.points);
                BOOST_TEST(chain.work >= static_cast<double>(work));  // uneven stages cost more
                // If any stage fills its rounds, the last one does.
                const auto is_even = [&](unsigned radix) { return n / radix % chain.items == 0; };
                BOOST_TEST((is_even(chain.radices.back()) ||
                            std::none_of(chain.radices.begin(), chain.radices.end(), is_even)));
            }
}

BOOST_AUTO_TEST_CASE(no_chain_fits_a_small_work_group) {
    stockham::internal::chain_limits limits;
    limits.points = 8;
    limits.items = 64;
    limits.registers = 65536;
    BOOST_TEST(even_chains(8190, limits).empty());
}

BOOST_AUTO_TEST_CASE(lengths_are_sufficient_and_have_chains) {
    constexpr std::uint64_t capacity = 10240;
    for (const char* problem : {"c2c f64 2011", "c2c f64 4099", "r2c f64 1973", "c2r f32 4099", "c2c f32 1579x2011"}) {
        const auto given = make_problem(parse_transform(problem));
        const auto long_enough = stockham::internal::lengthened(given).value_or(given);
        const auto all = relengthened_for_a_tile(long_enough, capacity);
        BOOST_TEST(!all.empty(), problem);
        for (const auto& p : all)
            for (std::size_t a = 0; a < p.axes.size(); ++a) {
                const auto& filter = p.roles[a].filter;
                BOOST_REQUIRE(filter.has_value());
                BOOST_TEST(p.axes[a].n == filter->order);
                BOOST_TEST(p.axes[a].n >= least_filter_points(p.roles[a]));
                BOOST_TEST(p.axes[a].n <= capacity);
                BOOST_TEST(stockham::internal::has_chain(p.axes[a].n));
            }
    }
    BOOST_TEST(relengthened_for_a_tile(make_problem(parse_transform("c2c f32 4096")), capacity).empty());
    const auto too_long = stockham::internal::lengthened(make_problem(parse_transform("c2c f32 65537")));
    BOOST_TEST(relengthened_for_a_tile(*too_long, capacity).empty());
}

/// A plan string may name any sufficient length.
BOOST_AUTO_TEST_CASE(any_length_of_bluesteins_algorithm) {
    for (const auto& [problem, plan] : {std::pair{"c2c f64 101 b3", "201 : 0.0^"},
                                        {"c2c f32 101 b3 in inv", "256 : 0.0^"},
                                        {"c2c f64 101 b3", "225 : 0.0^ chain=15.15"},
                                        {"r2c f32 101 b3", "175 : 0.0^"},
                                        {"c2r f64 101 b3", "220 : 0.0^"},
                                        {"c2c f32 101", "15*14 : 0.0 ; 0.1^ ; 0.0-"}}) {
        BOOST_TEST_CONTEXT(problem << " by " << plan) {
            if (std::string(plan).rfind("201", 0) == 0) {  // 201 = 3 * 67 has no chain
                BOOST_CHECK_THROW(planned(problem, plan), stockham::error);
                continue;
            }
            check_interpreted(parse_transform(problem), card, planned(problem, plan).plan);
        }
    }
    BOOST_CHECK_THROW(planned("c2c f64 101", "200 : 0.0^ ; 0.0"), stockham::error);
    BOOST_CHECK_THROW(planned("c2c f64 101", "196 : 0.0^"), stockham::error);  // two points too short
    BOOST_CHECK_THROW(planned("c2c f64 100", "200 : 0.0^"), stockham::error);  // the axis has a chain
}

/// The chain after the multiplication is mirrored, and its first stage needs no exchange.
BOOST_AUTO_TEST_CASE(mirrored_chains) {
    const auto c = planned("c2c f32 4099", "8232 : 0.0^ chain=14.3.14.14");
    const auto& s = first_pass(c);
    const unsigned radices[] = {14, 3, 14, 14, 14, 14, 3, 14}, spans[] = {1, 14, 42, 588, 1, 14, 196, 588};
    BOOST_REQUIRE(s.stages.size() == 8U);
    for (std::size_t k = 0; k < 8; ++k) {
        BOOST_TEST(s.stages[k].radix == radices[k]);
        BOOST_TEST(s.stages[k].span == spans[k]);
        BOOST_TEST(s.keeps_points(k) == (k == 3));
    }
    BOOST_TEST(s.exchanges_of_stages() == 6U);
}

BOOST_AUTO_TEST_CASE(refused_primes_as_radices) {
    for (const auto& [problem, plan] :
         {std::pair{"c2c f32 1025", "25*41 : 0.0+0.1 exchange=separate"},
          {"c2c f32 1025", "41*25 : 0.0+0.1"},                        // the prime is not the last digit
          {"c2c f32 166", "2*83 : 0.0+0.1"},                          // 82 has no chain
          {"c2c f32 1517", "37*41 : 0.0+0.1"},                        // two primes
          {"c2c f32 600", "24*25 : 0.0+0.1"},                         // no prime
          {"c2c f32 1025", "25*41 : 0.0+0.1 chain=1:8.1:5.0:5.0:5"},  // the prime's stages first
          {"r2c f32 1025", "5*5*41 : 0.0+0.1+0.2"},                   // real lines have two digits at most
          {"r2c f32 4551", "3*37*41 : 0.0+0.1 ; 0.2"},                // the first pass of several has one digit
          {"c2r f32 4551", "41*3*37 : 0.0 ; 0.1+0.2"},                // and so has the last one
          {"c2c f32 1025", "25*41 : 0.0+0.1 split_half=2"}})
        BOOST_CHECK_THROW(planned(problem, plan), stockham::error);
}

BOOST_AUTO_TEST_SUITE_END()
