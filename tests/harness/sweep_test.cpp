// Sweeps: the classes of lengths, how cases are drawn, and the words that stand for a sweep.
#include "tools/harness/sweep.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace stockham::harness;

namespace {

/// The prime factors above 13 of all numbers up to `most`, by a sieve; a prime counts as -1.
std::vector<int> sieve(std::uint64_t most) {
    std::vector<int> large(most + 1);
    std::vector<bool> composite(most + 1);
    for (std::uint64_t p = 2; p <= most; ++p) {
        if (composite[p]) continue;
        for (std::uint64_t multiple = 2 * p; multiple <= most; multiple += p) composite[multiple] = true;
        if (p <= 13) continue;
        for (std::uint64_t power = p; power <= most; power *= p)
            for (std::uint64_t multiple = power; multiple <= most; multiple += power) ++large[multiple];
        large[p] = -1;
    }
    return large;
}

length_class class_by(int large) {
    constexpr length_class classes[] = {length_class::prime, length_class::smooth, length_class::one_large_factor,
                                        length_class::two_large_factors};
    return classes[large + 1];
}

bool throws_at(std::uint64_t n) {
    try {
        class_of(n);
        return false;
    } catch (const suite_error&) {
        return true;
    }
}

std::string names(const std::vector<suite>& all) {
    std::string text;
    for (const auto& s : all)
        for (const auto& c : s.cases) text += s.name + ' ' + to_string(c.what) + '\n';
    return text;
}

std::string refusal_of(const std::string& word) {
    try {
        parse_sweep(word);
        return "";
    } catch (const suite_error& e) {
        return e.what();
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sweep_test)

BOOST_AUTO_TEST_CASE(every_length_has_the_class_of_its_factors) {
    constexpr std::uint64_t most = 100000;
    const auto large = sieve(most);
    for (std::uint64_t n = 1; n <= most; ++n) {
        if (large[n] > 2)
            BOOST_TEST(throws_at(n), n);
        else
            BOOST_REQUIRE_MESSAGE(class_of(n) == class_by(large[n]), n);
    }
    BOOST_TEST(throws_at(0));
    BOOST_CHECK(class_of(1025) == length_class::one_large_factor);
    BOOST_CHECK(class_of(17 * 17) == length_class::two_large_factors);
    BOOST_CHECK(class_of(13) == length_class::smooth);
}

BOOST_AUTO_TEST_CASE(a_sweep_draws_each_class_precision_and_kind) {
    const sweep_options o{7};
    const auto all = random_sweep(o);
    BOOST_TEST(all.size() == 4U);
    for (const auto& s : all) {
        std::map<std::string, std::set<std::uint64_t>> drawn;
        const auto of = class_of(s.cases.front().what.lengths.front());
        for (const auto& c : s.cases) {
            const auto n = c.what.lengths.at(0);
            BOOST_TEST(c.what.lengths.size() == 1U);
            BOOST_CHECK(class_of(n) == of);
            BOOST_TEST(n >= 2U);
            BOOST_TEST(n <= o.longest);
            const bool is_double = c.what.precision == stockham::precision::f64, real = to_string(c.what)[0] == 'r';
            const auto bytes = n * c.what.batch * (is_double ? 8 : 4) * (real ? 1 : 2);
            BOOST_TEST(bytes <= o.bytes);
            BOOST_TEST(bytes > o.bytes / 2);
            BOOST_TEST(drawn[to_string(c.what).substr(0, 7)].insert(n).second, to_string(c.what) + " is drawn twice");
        }
        BOOST_TEST(drawn.size() == 4U);
        for (const auto& [kind, lengths] : drawn) BOOST_TEST(lengths.size() == o.lengths, s.name + ' ' + kind);
    }
}

// The lengths spread over the decades: a quarter of them or more on either side of 1414, the middle of a logarithmic
// axis from 2 to 10^6. Short lengths of two large factors are rare, so that class is left out.
BOOST_AUTO_TEST_CASE(lengths_are_spread_over_the_decades) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
        for (const auto& s : random_sweep({seed})) {
            if (s.name == "every-two-large") continue;
            std::size_t low = 0;
            for (const auto& c : s.cases) low += c.what.lengths.front() < 1414;
            BOOST_TEST(low > s.cases.size() / 4, s.name << " of seed " << seed);
            BOOST_TEST(low < s.cases.size() * 3 / 4, s.name << " of seed " << seed);
        }
}

BOOST_AUTO_TEST_CASE(a_seed_repeats_a_sweep) {
    BOOST_TEST(names(random_sweep({11})) == names(random_sweep({11})));
    BOOST_TEST(names(random_sweep({11})) != names(random_sweep({12})));
}

// A case may be larger than the working set: one transform at least.
BOOST_AUTO_TEST_CASE(a_small_working_set_has_one_transform) {
    for (const auto& s : random_sweep({3, 1024}))
        for (const auto& c : s.cases) BOOST_TEST(c.what.batch >= 1U);
}

BOOST_AUTO_TEST_CASE(words_of_a_sweep) {
    BOOST_TEST(parse_sweep("every:5")->seed == 5U);
    BOOST_TEST(parse_sweep("every:5")->bytes == std::uint64_t{256} << 20);
    BOOST_TEST(parse_sweep("every:18446744073709551615:16")->bytes == std::uint64_t{16} << 20);
    for (const char* other : {"pow2", "everything", "ever", "", "c2c f32 8"}) BOOST_TEST(!parse_sweep(other), other);
    for (const char* bad : {"every", "every:", "every:x", "every:-1", "every:1:", "every:1:0", "every:1:2:3",
                            "every: 1", "every:18446744073709551616", "every:1:1048577"})
        BOOST_TEST(refusal_of(bad).find('\'' + std::string(bad) + '\'') == 0U, refusal_of(bad));
    BOOST_TEST(cases_of({"every:5"}).size() == 4U * 4 * 24);
    BOOST_TEST(cases_of({"every:5"}, "both").size() == 2U * 4 * 4 * 24);
}

BOOST_AUTO_TEST_SUITE_END()
